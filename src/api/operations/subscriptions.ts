import { decodeManagementError } from '../errors/error-body.ts';
import { defineOperation, type Progress } from '../operation.ts';
import { GUID_PATTERN } from '../request/path-segment.ts';
import { provisioningProgress } from './provisioning.ts';
import { writeAliasRequest, writeOwnershipRequest } from './subscriptions-requests.ts';
import { acceptedSubscription, ownershipStatus, subscriptionAlias } from './subscriptions-schemas.ts';

const common = { version: '2021-10-01', credential: 'app', decodeError: decodeManagementError } as const;
const read = { ...common, kind: 'single', method: 'GET', success: [200], retry: 'read' } as const;

/** Starts the creation of a subscription, or names one that is there; safe to repeat with the same name and bytes. */
export const createSubscriptionAlias = defineOperation({
  ...common,
  id: 'createSubscriptionAlias',
  kind: 'long',
  method: 'PUT',
  path: '/providers/Vendor.Subscription/aliases/{aliasName}',
  success: [200, 201],
  retry: 'same-bytes',
  section: 'document 1, Endpoints 3',
  follow: 'self',
  answer: subscriptionAlias,
  progressOf: provisioningProgress,
  parts: writeAliasRequest,
});

export const getSubscriptionAlias = defineOperation({
  ...read,
  id: 'getSubscriptionAlias',
  path: '/providers/Vendor.Subscription/aliases/{aliasName}',
  section: 'vendor-facts, section 3',
  answer: subscriptionAlias,
  parts: ({ aliasName }: { readonly aliasName: string }) => ({ path: { aliasName } }),
});

/** Takes a subscription over. After an unclear failure it is not sent again: the status tells, or a person. */
export const acceptSubscriptionOwnership = defineOperation({
  ...common,
  id: 'acceptSubscriptionOwnership',
  kind: 'long',
  method: 'POST',
  path: '/providers/Vendor.Subscription/subscriptions/{subscriptionId}/acceptOwnership',
  patterns: { subscriptionId: GUID_PATTERN },
  success: [202],
  retry: 'unsent-only',
  section: 'document 1, Endpoints 4',
  follow: 'location',
  answer: acceptedSubscription,
  progressOf: (): Progress => 'succeeded',
  parts: writeOwnershipRequest,
});

export const getAcceptOwnershipStatus = defineOperation({
  ...read,
  id: 'getAcceptOwnershipStatus',
  path: '/providers/Vendor.Subscription/subscriptions/{subscriptionId}/acceptOwnershipStatus',
  patterns: { subscriptionId: GUID_PATTERN },
  section: 'vendor-facts, section 3',
  answer: ownershipStatus,
  parts: ({ subscriptionId }: { readonly subscriptionId: string }) => ({ path: { subscriptionId } }),
});
