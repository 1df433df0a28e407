import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policySections } from '../../../src/features/index.ts';
import { readPolicy } from '../../../src/policy/file/read-policy.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { tenantId } from '../../../src/sandbox/world.ts';

/** The sandbox's policy as it is shipped. */
export const shipped = readFileSync(join(import.meta.dirname, '../../../src/sandbox/policy.yaml'), 'utf8');

export const readHealthPolicy = (text: string) => readPolicy(text, policySections, tenantId);

/** The shipped policy with one piece of it put otherwise. @throws Error where that is no policy any more */
export const policyWith = (piece = '', by = ''): Policy => {
  if (!shipped.includes(piece)) throw new Error(`the policy has no ${piece}`);
  const reading = readHealthPolicy(shipped.replace(piece, by));
  if (reading.ok) return reading.policy;
  throw new Error(JSON.stringify(reading.problems));
};
