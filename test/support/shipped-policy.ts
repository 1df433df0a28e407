import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policySections } from '#features/index.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import type { Policy } from '#policy/policy.ts';
import { tenantId } from '../../sandbox/world.ts';

/** The sandbox's policy as it is shipped. */
export const shipped = readFileSync(join(import.meta.dirname, '../../sandbox/policy.yaml'), 'utf8');

export const readPolicyText = (text: string) => readPolicy(text, policySections, tenantId);

const readWith = (piece: string, by: string) => {
  if (!shipped.includes(piece)) throw new Error(`the policy has no ${piece}`);
  return readPolicyText(shipped.replace(piece, by));
};

/** The shipped policy with one piece of it put otherwise. @throws Error where that is no policy any more */
export const policyWith = (piece = '', by = ''): Policy => {
  const reading = readWith(piece, by);
  if (reading.ok) return reading.policy;
  throw new Error(JSON.stringify(reading.problems));
};

/** What is wrong with one piece of the shipped policy put otherwise. @throws Error where it has no such piece */
export const problemsWith = (piece: string, by: string) => {
  const reading = readWith(piece, by);
  return reading.ok ? [] : reading.problems;
};
