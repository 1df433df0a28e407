import type { Envelope, SandboxOperation } from '../operation.ts';
import { createAlias, getAlias } from '../subscriptions/aliases.ts';
import { acceptOwnership, followOperation, ownershipStatus } from '../subscriptions/ownership.ts';

/** ErrorResponseBody: flat and nested at once (docs/sources.md, Errors and limits). */
const twice: Envelope = ({ code, message }) => ({ code, message, error: { code, message } });

const common = { versions: ['2021-10-01'], envelope: twice } as const;

/** Subscription aliases and ownership (docs/sources.md, Subscriptions). */
export const subscriptions = {
  createSubscriptionAlias: {
    ...common,
    method: 'PUT',
    path: 'providers/{ns}.Subscription/aliases/{aliasName}',
    action: '{ns}.Subscription/aliases/write',
    handle: createAlias,
  },
  getSubscriptionAlias: {
    ...common,
    method: 'GET',
    path: 'providers/{ns}.Subscription/aliases/{aliasName}',
    action: '{ns}.Subscription/aliases/read',
    handle: getAlias,
  },
  acceptSubscriptionOwnership: {
    ...common,
    method: 'POST',
    path: 'providers/{ns}.Subscription/subscriptions/{subscriptionId}/acceptOwnership',
    action: '{ns}.Subscription/subscriptions/acceptOwnership/action',
    handle: acceptOwnership,
  },
  getAcceptOwnershipStatus: {
    ...common,
    method: 'GET',
    path: 'providers/{ns}.Subscription/subscriptions/{subscriptionId}/acceptOwnershipStatus',
    action: '{ns}.Subscription/subscriptions/acceptOwnershipStatus/read',
    handle: ownershipStatus,
  },
  followSubscriptionOperation: {
    ...common,
    method: 'GET',
    path: 'providers/{ns}.Subscription/subscriptionOperations/{operationId}',
    action: '{ns}.Subscription/subscriptionOperations/read',
    handle: followOperation,
  },
} as const satisfies Record<string, SandboxOperation>;
