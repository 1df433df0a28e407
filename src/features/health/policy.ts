import { z } from 'zod';
import { isAmong, readersSchema, unknownReaders } from '../../policy/model/readers.ts';
import type { Policy, PolicyBase, PolicyPerson } from '../../policy/policy.ts';
import { unknownGroups } from '../../policy/problems/unknown-names.ts';
import { defineSection } from '../../policy/section.ts';

const PLACEHOLDER = '{trackingId}';

const portal = z
  .string()
  .refine(
    (text) => URL.parse(text.replaceAll(PLACEHOLDER, 'X'))?.protocol === 'https:' && text.includes(PLACEHOLDER),
    `is no address of an event → write one that begins with https:// and holds ${PLACEHOLDER} where the event’s id goes`,
  );

/** Who may see what goes on at the vendor; nobody where nothing is said. */
export const healthSection = defineSection(
  'health',
  z
    .strictObject({
      /** Groups, or everyone whom the bot answers. */
      read: readersSchema.default([]),
      /** Groups whose people may have what is hidden of sensitive events, each in their own chat. */
      details: z.array(z.string()).default([]),
      /** Where the vendor's portal shows an event. */
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

/** Whether somebody may have the hidden texts of sensitive events; what they may not read at all they may not have either. */
export const mayHaveDetails = (policy: Policy, objectId: string): boolean =>
  mayRead(policy, objectId) && policy.isIn(objectId, policy.section(healthSection).details);

/** Those who may, in the policy's order. */
export const peopleWithDetails = (policy: Policy): readonly PolicyPerson[] =>
  policy.people.filter(({ objectId }) => mayHaveDetails(policy, objectId));

/** Where an event stands in the vendor's portal; undefined where the policy does not say. */
export const portalLink = (policy: Policy, trackingId: string): string | undefined =>
  policy.section(healthSection).portal?.replaceAll(PLACEHOLDER, encodeURIComponent(trackingId));
