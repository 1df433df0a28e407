import { z } from 'zod';
import { parseDuration } from '../../lib/duration.ts';
import { perObject } from '../../lib/per-object.ts';
import { unknownGroups } from '../../policy/names.ts';
import type { Policy } from '../../policy/policy.ts';
import { defineSection } from '../../policy/section.ts';

/** What people type. */
const name = z.string().regex(/^[a-z][a-z0-9-]*$/, 'cannot be typed as a name → use small letters, digits and dashes');

const role = z.strictObject({
  /** The vendor's role definition. */
  id: z.guid({ error: 'is not the id of a role definition → write the GUID that the vendor shows for the role' }),
  title: z.string().min(1).max(60),
  about: z.string().max(200).default(''),
  /** Our own ceiling; the role's policy at the vendor may be stricter. */
  max: z
    .string()
    .refine((text) => parseDuration(text) !== undefined, {
      error: 'is no length of time → write for example "30 days" or "8 hours"',
    })
    .optional(),
});

/** The roles that can be asked for, by the short names that people type; who may ask is the change rules' matter. */
export const accessSection = defineSection(
  'access',
  z
    .strictObject({
      roles: z.record(name, role).default({}),
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
  /** Milliseconds. */
  readonly max: number | undefined;
}

export const rolesOf = perObject((policy: Policy): readonly AccessRole[] =>
  Object.entries(policy.section(accessSection).roles).map(([key, { id, title, about, max }]) => ({
    key,
    id: id.toLowerCase(),
    title,
    about,
    max: max === undefined ? undefined : parseDuration(max),
  })),
);

export const mayList = (policy: Policy, objectId: string): boolean => {
  const { list } = policy.section(accessSection);
  return list ? policy.isIn(objectId, list) : policy.personByObjectId(objectId) !== undefined;
};
