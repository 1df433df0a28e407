import type { Parts } from '../operation.ts';
import { isGuid, isSegment } from '../request/path-segment.ts';
import { scopePath } from '../request/scope.ts';
import type { Profile } from '../services/profile.ts';
import { type BillingScope, writeBillingScope } from './billing-scope.ts';

export type Tags = Readonly<Record<string, string>>;

/** `additionalProperties` of the document. */
interface Additional {
  /** Name of the management group that the subscription comes into. */
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

export interface NewSubscription extends CommonAlias {
  readonly displayName: string;
  readonly workload: 'DevTest' | 'Production';
  readonly billingScope: BillingScope;
}

/** An alias for a subscription that is there already. */
export interface ExistingSubscription extends CommonAlias {
  readonly subscriptionId: string;
  readonly displayName?: string;
  readonly workload?: 'DevTest' | 'Production';
  readonly billingScope?: BillingScope;
}

export type AliasRequest = NewSubscription | ExistingSubscription;

/** PutAliasRequest (document 1, Subscription alias). @throws RangeError */
export const writeAliasRequest = (request: AliasRequest, profile: Profile): Parts => {
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
  /** Required by the service (vendor-facts section 3). */
  readonly displayName: string;
}

/** Accept-ownership request body (document 1). @throws RangeError, also for a display name without letters */
export const writeOwnershipRequest = (request: OwnershipRequest, profile: Profile): Parts => {
  const { subscriptionId, displayName, managementGroup, tags } = request;
  if (displayName.trim() === '') throw new RangeError('a subscription that is accepted needs a display name');
  const managementGroupId = managementGroup === undefined ? undefined : groupId(managementGroup, profile);
  return { path: { subscriptionId }, body: { properties: { displayName, managementGroupId, tags } } };
};

const groupId = (name: string, profile: Profile): string => {
  if (!isSegment(name)) throw new RangeError('a management group is given by its name');
  return scopePath({ kind: 'managementGroup', name }, profile);
};

const guid = (text: string): string => {
  if (!isGuid(text)) throw new RangeError('subscriptions, tenants and owners are named by their ids');
  return text;
};
