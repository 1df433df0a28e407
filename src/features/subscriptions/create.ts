import { VendorError } from '#cloud/errors/errors.ts';
import type { Step } from '#cloud/long-running.ts';
import { parseBillingScope } from '#cloud/operations/billing-scope.ts';
import {
  type AliasRequest,
  createSubscriptionAlias,
  getSubscriptionAlias,
  type SubscriptionAlias,
} from '#cloud/operations/subscriptions.ts';
import { provisioningProgress } from '#cloud/response/common.ts';
import type { Change } from '#engine/changes/change.ts';
import {
  type ChangeContext,
  type Confirmation,
  defineChange,
  forbiddenAsRenamed,
} from '#engine/changes/change-kind.ts';
import { type Observation, provisioningConfirmation, provisioningError } from '#features/provisioning.ts';
import type { Policy } from '#policy/policy.ts';
import { describeCreate } from './describe-create.ts';
import { readObservedState, toObservedState } from './observed-state.ts';
import {
  billingScopesOf,
  changedGroup,
  changedSubscription,
  managementGroupsOf,
  placeOf,
  scopesOf,
  subscriptionsOf,
} from './policy.ts';
import { recordAlias, recordCreated } from './store.ts';
import { CREATE, CREATED, type CreateTerms, createTerms, NONE, OTHER, SOME } from './terms.ts';

/** Creates a subscription, or an alias for an existing one (docs/sources.md, Subscriptions). */
export const create = defineChange<CreateTerms>({
  name: CREATE,
  terms: createTerms,
  facets: ({ billing, workload, existing, managementGroup, tenant, owner, reseller }) => ({
    billing: billing?.key ?? NONE,
    workload: workload ?? NONE,
    subscription: existing ? 'existing' : 'new',
    target: existing?.known ?? NONE,
    managementGroup: managementGroup?.key ?? NONE,
    tenant: tenant === null || tenant.own ? 'own' : 'other',
    owner: owner?.known ?? NONE,
    reseller: reseller ? SOME : NONE,
  }),
  scopes: ({ existing, managementGroup }) => scopesOf(existing?.id, managementGroup),
  place: ({ existing, managementGroup }, policy) => placeOf(policy, existing?.known, managementGroup?.key),
  facetWords: facetValues,
  concerns: ({ owner }) => (owner === null ? [] : [owner.objectId]),
  // A typed object id may be anybody's, or nobody's.
  notifies: ({ owner }, policy) => (owner && policy.personByObjectId(owner.objectId) ? [owner.objectId] : []),
  forbids: ({ billing, reseller, existing, managementGroup }, policy) => {
    const payer = billingScopesOf(policy).find(({ key }) => key === billing?.key);
    if (billing && payer?.path !== billing.scope) return forbiddenAsRenamed(billing.title);
    if (reseller && !payer?.resellers.some(({ id }) => id === reseller.id)) return forbiddenAsRenamed(reseller.title);
    return changedSubscription(existing, policy) ?? changedGroup(managementGroup, policy);
  },
  // It costs money, so it is never for the requester alone.
  isFor: () => false,
  openKey: ({ existing, displayName, billing }) =>
    existing ? existing.id : `${billing?.scope ?? ''} ${displayName}`.toLowerCase(),

  freeze(terms, { guid }, vendor) {
    return { call: vendor.freeze(createSubscriptionAlias, requestOf(terms, guid)), terms };
  },

  readAnswer: (answer) => confirmationOf(answer as Step<SubscriptionAlias>),

  readError: provisioningError,
  reconcile: reconcileCreate,
  describe: describeCreate,

  async onDone(trx, change, now) {
    const { subscriptionId } = readObservedState(change.seen);
    const { existing, displayName } = change.terms;
    if (existing) await recordAlias(trx, existing.id, displayName || existing.title, change.id);
    else if (subscriptionId !== undefined) await recordCreated(trx, subscriptionId, displayName, change.id, now);
    return undefined;
  },
});

function facetValues(policy: Policy): Readonly<Record<string, readonly string[]>> {
  return {
    billing: [...billingScopesOf(policy).map(({ key }) => key), NONE],
    workload: ['Production', 'DevTest', NONE],
    subscription: ['new', 'existing'],
    target: [...subscriptionsOf(policy).map(({ key }) => key), CREATED, OTHER, NONE],
    managementGroup: [...managementGroupsOf(policy).map(({ key }) => key), NONE],
    tenant: ['own', 'other'],
    owner: [NONE, 'requester', 'known', OTHER],
    reseller: [NONE, SOME],
  };
}

/** @throws Error where the terms lack what a new one needs */
const requestOf = (terms: CreateTerms, aliasName: string): AliasRequest => {
  const { displayName, workload, billing, reseller, existing, managementGroup, owner, tenant, tags } = terms;
  const common = {
    aliasName,
    ...(reseller === null ? {} : { resellerId: reseller.id }),
    ...(managementGroup === null ? {} : { managementGroup: managementGroup.name }),
    ...(owner === null ? {} : { subscriptionOwnerId: owner.objectId }),
    ...(tenant === null ? {} : { subscriptionTenantId: tenant.id }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
  };
  const billingScope = billing === null ? undefined : parseBillingScope(billing.scope);
  if (existing) {
    return {
      ...common,
      subscriptionId: existing.id,
      // The documents call it optional; the public service refuses an alias without it.
      displayName: displayName || existing.title,
      ...(workload === null ? {} : { workload }),
      ...(billingScope === undefined ? {} : { billingScope }),
    };
  }
  if (workload === null || billingScope === undefined)
    throw new Error('a new subscription has no purpose or no billing scope');
  return { ...common, displayName, workload, billingScope };
};

const confirmationOf = (step: Observation<SubscriptionAlias>): Confirmation => {
  const { subscriptionId, provisioningState, acceptOwnershipState, acceptOwnershipUrl } = step.answer ?? {};
  const { tracking } = step;
  const ownership = { acceptOwnershipState, acceptOwnershipUrl };
  const state = provisioningState ?? '';
  return provisioningConfirmation(
    step,
    toObservedState({ subscriptionId, provisioningState, ...ownership, tracking }),
    { code: state, text: 'subscriptions.failure.provisioning', values: { state } },
  );
};

/** The alias carries our own GUID, so whatever it names is ours; a missing alias proves nothing. */
async function reconcileCreate(
  change: Change<CreateTerms>,
  { vendor, correlation }: ChangeContext,
): Promise<Confirmation> {
  const { guid: aliasName = '', seen, phase } = change;
  const { tracking } = readObservedState(seen);
  try {
    if (tracking !== undefined)
      return confirmationOf(await vendor.poll(createSubscriptionAlias, tracking, { correlation }));
    const answer = await vendor.call(getSubscriptionAlias, { aliasName }, { correlation });
    return confirmationOf({ progress: provisioningProgress(answer), answer });
  } catch (error) {
    if (!(error instanceof VendorError) || error.status !== 404) throw error;
    return { is: 'unsettled', arrived: phase === 'arrived' };
  }
}
