import { z } from 'zod';
import { lenient, word } from '../response/lenient.ts';
import { systemData, textTags } from './metadata.ts';

const text = z.string().optional();
const provisioningState = word('Accepted', 'Pending', 'Succeeded', 'Failed', 'Canceled').optional();
const acceptOwnershipState = word('Completed', 'Expired', 'Pending').optional();

/** Document 1, SubscriptionAliasResponse, as one flat object. */
export const subscriptionAlias = lenient({
  id: z.string().min(1),
  name: z.string().min(1),
  type: text,
  systemData: systemData.optional(),
  properties: lenient({
    subscriptionId: text,
    displayName: text,
    provisioningState,
    acceptOwnershipState,
    acceptOwnershipUrl: text,
    billingScope: text,
    createdTime: text,
    workload: word('DevTest', 'Production').optional(),
    resellerId: text,
    subscriptionOwnerId: text,
    managementGroupId: text,
    tags: textTags.optional(),
  }),
}).transform(({ properties, ...record }) => ({ ...record, ...properties }));

/** What stands at the end of an ownership's Location (vendor-facts section 3). */
export const acceptedSubscription = lenient({ subscriptionLink: z.string().min(1) });

/** Vendor-facts section 3: everything at the top level. */
export const ownershipStatus = lenient({
  subscriptionId: text,
  acceptOwnershipState,
  provisioningState,
  billingOwner: text,
  subscriptionTenantId: text,
  displayName: text,
  tags: textTags.optional(),
});

/** `acceptOwnershipUrl` is for people to open; nothing here follows it. */
export type SubscriptionAlias = z.infer<typeof subscriptionAlias>;
/** `subscriptionLink` is `/subscriptions/` and the id. */
export type AcceptedSubscription = z.infer<typeof acceptedSubscription>;
export type OwnershipStatus = z.infer<typeof ownershipStatus>;
