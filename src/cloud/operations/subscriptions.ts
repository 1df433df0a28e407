import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { defineOperation, type Parts, type Progress } from '#cloud/operation.ts';
import { GUID_PATTERN, isGuid, isSegment, scopePath } from '#cloud/request/path.ts';
import { lenient, word } from '#cloud/response/response.ts';
import type { Profile } from '#cloud/services/profile.ts';
import { provisioningProgress, systemData, textTags } from '../response/common.ts';
import { type BillingScope, writeBillingScope } from './billing-scope.ts';

const text = z.string().optional();
const provisioningState = word('Accepted', 'Pending', 'Succeeded', 'Failed', 'Canceled').optional();
const acceptOwnershipState = word('Completed', 'Expired', 'Pending').optional();

/** SubscriptionAliasResponse (docs/sources.md, Subscriptions), as one flat object. */
const subscriptionAlias = lenient({
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

/** The result at an ownership request's Location (docs/sources.md, Subscriptions); the public service may end without a body. */
const acceptedSubscription = lenient({ subscriptionLink: z.string().min(1) }).optional();

/** Vendor-facts section 3: all fields at the top level. */
export const ownershipStatus = lenient({
  subscriptionId: text,
  acceptOwnershipState,
  provisioningState,
  billingOwner: text,
  subscriptionTenantId: text,
  displayName: text,
  tags: textTags.optional(),
});

/** `acceptOwnershipUrl` is for people; Steward never opens it. */
export type SubscriptionAlias = z.infer<typeof subscriptionAlias>;
/** `subscriptionLink` is `/subscriptions/` and the id. */
export type AcceptedSubscription = z.infer<typeof acceptedSubscription>;

export type Tags = Readonly<Record<string, string>>;

/** `additionalProperties` of the document. */
interface Additional {
  /** Name of the subscription's management group. */
  readonly managementGroup?: string;
  readonly subscriptionTenantId?: string;
  readonly subscriptionOwnerId?: string;
  readonly tags?: Tags;
}

interface CommonAlias extends Additional {
  /** Name of the creation request, not of the subscription. */
  readonly aliasName: string;
  readonly resellerId?: string;
}

interface NewSubscription extends CommonAlias {
  readonly displayName: string;
  readonly workload: 'DevTest' | 'Production';
  readonly billingScope: BillingScope;
}

/** An alias for an existing subscription. */
interface ExistingSubscription extends CommonAlias {
  readonly subscriptionId: string;
  readonly displayName?: string;
  readonly workload?: 'DevTest' | 'Production';
  readonly billingScope?: BillingScope;
}

export type AliasRequest = NewSubscription | ExistingSubscription;

/** PutAliasRequest (docs/sources.md, Subscriptions). @throws RangeError */
const writeAliasRequest = (request: AliasRequest, profile: Profile): Parts => {
  const { aliasName, displayName, workload, billingScope, resellerId } = request;
  const additionalProperties = writeAdditional(request, profile);
  return {
    path: { aliasName },
    body: {
      properties: {
        displayName,
        workload,
        billingScope: billingScope && writeBillingScope(billingScope),
        subscriptionId: 'subscriptionId' in request ? guid(request.subscriptionId) : undefined,
        resellerId,
        ...(Object.keys(additionalProperties).length === 0 ? {} : { additionalProperties }),
      },
    },
  };
};

const writeAdditional = (asked: Additional, profile: Profile): Readonly<Record<string, unknown>> => ({
  ...(asked.managementGroup === undefined ? {} : { managementGroupId: groupId(asked.managementGroup, profile) }),
  ...(asked.subscriptionTenantId === undefined ? {} : { subscriptionTenantId: guid(asked.subscriptionTenantId) }),
  ...(asked.subscriptionOwnerId === undefined ? {} : { subscriptionOwnerId: guid(asked.subscriptionOwnerId) }),
  ...(asked.tags === undefined ? {} : { tags: asked.tags }),
});

export interface OwnershipRequest extends Pick<Additional, 'managementGroup' | 'tags'> {
  readonly subscriptionId: string;
  /** Required by the service (docs/sources.md, Subscriptions). */
  readonly displayName: string;
}

/** Accept-ownership request body (docs/sources.md, Subscriptions). @throws RangeError, also for a display name without letters */
const writeOwnershipRequest = (request: OwnershipRequest, profile: Profile): Parts => {
  const { subscriptionId, displayName, managementGroup, tags } = request;
  if (displayName.trim() === '') throw new RangeError('an accepted subscription needs a display name');
  const managementGroupId = managementGroup === undefined ? undefined : groupId(managementGroup, profile);
  return { path: { subscriptionId }, body: { properties: { displayName, managementGroupId, tags } } };
};

const groupId = (name: string, profile: Profile): string => {
  if (!isSegment(name)) throw new RangeError('a management group needs its name');
  return scopePath({ kind: 'managementGroup', name }, profile);
};

const guid = (text: string): string => {
  if (!isGuid(text)) throw new RangeError('subscriptions, tenants and owners need their ids');
  return text;
};

const common = { version: '2021-10-01', credential: 'app', decodeError: decodeManagementError } as const;
const read = { ...common, kind: 'single', method: 'GET', success: [200], retry: 'read' } as const;

/** Starts the creation of a subscription, or names an existing one; safe to repeat with the same name and bytes. */
export const createSubscriptionAlias = defineOperation({
  ...common,
  id: 'createSubscriptionAlias',
  kind: 'long',
  method: 'PUT',
  path: '/providers/Vendor.Subscription/aliases/{aliasName}',
  success: [200, 201],
  retry: 'same-bytes',
  section: 'Subscriptions',
  follow: 'self',
  answer: subscriptionAlias,
  progressOf: provisioningProgress,
  parts: writeAliasRequest,
});

export const getSubscriptionAlias = defineOperation({
  ...read,
  id: 'getSubscriptionAlias',
  path: '/providers/Vendor.Subscription/aliases/{aliasName}',
  section: 'Subscriptions',
  answer: subscriptionAlias,
  parts: ({ aliasName }: { readonly aliasName: string }) => ({ path: { aliasName } }),
});

/** Accepts the ownership of a subscription. After an unclear failure it is not sent again: the status or a person decides. */
export const acceptSubscriptionOwnership = defineOperation({
  ...common,
  id: 'acceptSubscriptionOwnership',
  kind: 'long',
  method: 'POST',
  path: '/providers/Vendor.Subscription/subscriptions/{subscriptionId}/acceptOwnership',
  patterns: { subscriptionId: GUID_PATTERN },
  // The document says 202; the published client also takes 200 and 204 for done, and 201 with a Location.
  success: [200, 201, 202, 204],
  retry: 'unsent-only',
  section: 'Subscriptions',
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
  section: 'Subscriptions',
  answer: ownershipStatus,
  parts: ({ subscriptionId }: { readonly subscriptionId: string }) => ({ path: { subscriptionId } }),
});
