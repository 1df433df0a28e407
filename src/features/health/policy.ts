import { z } from 'zod';
import { isAmong, readersSchema, unknownReaders } from '#policy/model/sections.ts';
import type { Policy, PolicyBase, PolicyPerson } from '#policy/policy.ts';
import { defineSection, unknownGroups } from '#policy/section.ts';

const PLACEHOLDER = '{trackingId}';

const portal = z
  .string()
  .refine(
    (text) => URL.parse(text.replaceAll(PLACEHOLDER, 'X'))?.protocol === 'https:' && text.includes(PLACEHOLDER),
    `is no address of an event → write one that begins with https:// and holds ${PLACEHOLDER} where the event’s id goes`,
  );

/** Groups that may see health events; none by default. */
export const healthSection = defineSection(
  'health',
  z
    .strictObject({
      /** Groups, or everyone who may use the bot. */
      read: readersSchema.default([]),
      /** Groups whose members get the hidden texts of sensitive events in their personal chat. */
      details: z.array(z.string()).default([]),
      /** The address of an event in the vendor's portal. */
      portal: portal.optional(),
    })
    .prefault({}),
  (value, policy: PolicyBase) => [
    ...unknownReaders(policy, value.read, ['read']),
    ...unknownGroups(policy, value.details, ['details']),
  ],
);

export const mayRead = (policy: Policy, objectId: string): boolean =>
  isAmong(policy, objectId, policy.section(healthSection).read);

/** Whether a person may see the hidden texts of sensitive events; needs the right to read events as well. */
export const maySeeDetails = (policy: Policy, objectId: string): boolean =>
  mayRead(policy, objectId) && policy.isIn(objectId, policy.section(healthSection).details);

/** The people with this right, in the policy's order. */
export const peopleWithDetails = (policy: Policy): readonly PolicyPerson[] =>
  policy.people.filter(({ objectId }) => maySeeDetails(policy, objectId));

/** The address of an event in the vendor's portal, if the policy has one. */
export const portalLink = (policy: Policy, trackingId: string): string | undefined =>
  policy.section(healthSection).portal?.replaceAll(PLACEHOLDER, encodeURIComponent(trackingId));
