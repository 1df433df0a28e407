import { z } from 'zod';
import { memoByObject } from '../../lib/cache.ts';
import { durationSchema } from '../../policy/model/entries.ts';
import type { Policy } from '../../policy/policy.ts';
import { unknownGroups } from '../../policy/problems/unknown-names.ts';
import { defineSection } from '../../policy/section.ts';

/** What people type. */
const name = z.string().regex(/^[a-z][a-z0-9-]*$/, 'cannot be typed as a name → use small letters, digits and dashes');

const EXAMPLES = '"30 days" or "8 hours"';
const length = durationSchema(EXAMPLES);

/** Written where a role may last for ever: never by default. */
const NO_END = 'no end' as const;
const lengthOrNoEnd = z.literal(NO_END).or(durationSchema(`${EXAMPLES}; "no end" where it may last for ever`));

const role = z.strictObject({
  /** The vendor's role definition. */
  id: z.guid({ error: 'is not the id of a role definition → write the GUID that the vendor shows for the role' }),
  title: z.string().min(1).max(60),
  about: z.string().max(200).default(''),
  /** Our own ceiling, in place of what holds for all roles; the role's policy at the vendor may be stricter. */
  max: lengthOrNoEnd.optional(),
  /** How far ahead it may begin, in place of what holds for all roles. */
  startWithin: length.optional(),
  /** The fewest people who must approve it, whatever a rule says. */
  approvals: z.int().min(1).max(5).optional(),
});

/** The roles that can be asked for, by the short names that people type; who may ask is the change rules' matter. */
export const accessSection = defineSection(
  'access',
  z
    .strictObject({
      roles: z.record(name, role).default({}),
      /** The longest that a role may last, and how far ahead it may begin, where the role says nothing of its own. */
      max: length.prefault('90 days'),
      startWithin: length.prefault('30 days'),
      /** Who may see who has access; by default everyone whom the policy names. */
      list: z.array(z.string()).optional(),
    })
    .prefault({}),
  (value, policy) => unknownGroups(policy, value.list ?? [], ['list']),
);

export interface AccessRole {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Milliseconds; undefined: the policy lets it last without an end. */
  readonly max: number | undefined;
  /** Milliseconds. */
  readonly startWithin: number;
  /** The fewest people who must approve it. */
  readonly approvals: number;
}

export const rolesOf = memoByObject((policy: Policy): readonly AccessRole[] => {
  const all = policy.section(accessSection);
  return Object.entries(all.roles).map(([key, { id, title, about, max = all.max, startWithin, approvals = 0 }]) => ({
    key,
    id: id.toLowerCase(),
    title,
    about,
    max: max === NO_END ? undefined : max,
    startWithin: startWithin ?? all.startWithin,
    approvals,
  }));
});

export const mayList = (policy: Policy, objectId: string): boolean => {
  const { list } = policy.section(accessSection);
  return list ? policy.isIn(objectId, list) : policy.personByObjectId(objectId) !== undefined;
};
