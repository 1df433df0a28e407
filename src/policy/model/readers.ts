import { z } from 'zod';
import type { PolicyBase } from '#policy/policy.ts';
import { unknownGroups } from '#policy/problems/unknown-names.ts';
import type { SectionProblem } from '#policy/section.ts';
import { EVERYONE } from './entries.ts';

/** The readers of something: everyone with access to the bot, or names of groups and people. */
export type Readers = typeof EVERYONE | readonly string[];

export const readersSchema = z.custom<Readers>(
  (raw) => raw === EVERYONE || (Array.isArray(raw) && raw.every((name) => typeof name === 'string')),
  'is neither "everyone" nor a list of groups → write everyone, or a list as [payments, platform]',
);

/** @param path of the readers in the section */
export const unknownReaders = (
  policy: PolicyBase,
  readers: Readers,
  path: SectionProblem['path'],
): readonly SectionProblem[] => (readers === EVERYONE ? [] : unknownGroups(policy, readers, path));

export const isAmong = (policy: PolicyBase, objectId: string, readers: Readers): boolean =>
  readers === EVERYONE || policy.isIn(objectId, readers);
