import { DAY } from '../../../src/platform/lib/clock.ts';
import { cloud, people, tenantId } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import type { Namespace } from '../operation.ts';
import type { AliasRequest } from './alias-request.ts';
import { type AliasRow, OWNERSHIP_LIFE, type SubscriptionRow, subscriptionMigrations } from './tables.ts';

/** Requested subscriptions, and the older ones of the demo data. */
export const subscriptionsDataset: Dataset = {
  name: 'subscriptions',
  migrations: subscriptionMigrations,
  async seed(trx, { now, namespace }) {
    for (const table of ['subscription_operations', 'subscription_aliases', 'subscriptions'] as const)
      await trx.deleteFrom(table).execute();
    await trx.insertInto('subscriptions').values(demoSubscriptions(now)).execute();
    await trx.insertInto('subscription_aliases').values(demoAliases(namespace, now)).execute();
  },
  info() {
    const { account, profile, invoiceSection } = cloud.billing;
    return { billingScope: `/billingAccounts/${account}/billingProfiles/${profile}/invoiceSections/${invoiceSection}` };
  },
};

const { subscriptions, newSubscriptions: asked, billing } = cloud;
const invoiceSection = `/billingAccounts/${billing.account}/billingProfiles/${billing.profile}/invoiceSections/${billing.invoiceSection}`;
const customer = `/billingAccounts/${billing.partnerAccount}/customers/${billing.customer}`;
const enrollment = `/billingAccounts/${billing.enterpriseAccount}/enrollmentAccounts/${billing.enrollmentAccount}`;

interface Line {
  readonly of: { readonly alias: string; readonly id: string; readonly name: string };
  readonly daysAgo: number;
  readonly billingScope: string;
  readonly workload: 'DevTest' | 'Production';
  /** The state of the creation; without an end for a running one. */
  readonly state?: AliasRow['open_state'] | AliasRow['outcome'];
  /** Days since its acceptance. */
  readonly accepted?: number;
  readonly more?: Partial<AliasRequest>;
}

/** Every state of both kinds: a subscription to accept, others in progress, failed, canceled and expired. */
const lines = (namespace: Namespace): readonly Line[] => [
  {
    of: asked.standby,
    daysAgo: 1,
    billingScope: invoiceSection,
    workload: 'Production',
    more: {
      additionalProperties: {
        managementGroupId: `/providers/${namespace}.Management/managementGroups/${cloud.managementGroup}`,
        subscriptionTenantId: tenantId,
        subscriptionOwnerId: people.bo.objectId,
        tags: { team: 'payments', incident: 'INC-2041' },
      },
    },
  },
  { of: asked.payouts, daysAgo: 4, billingScope: customer, workload: 'DevTest', more: { resellerId: '6128817' } },
  { of: asked.fraud, daysAgo: 0, billingScope: enrollment, workload: 'DevTest', state: 'Accepted' },
  { of: asked.archive, daysAgo: 2, billingScope: invoiceSection, workload: 'Production', state: 'Pending' },
  { of: asked.pilot, daysAgo: 9, billingScope: customer, workload: 'DevTest', state: 'Failed' },
  { of: asked.vault, daysAgo: 11, billingScope: invoiceSection, workload: 'Production', state: 'Canceled' },
  { of: asked.loadTest, daysAgo: 60, billingScope: enrollment, workload: 'DevTest' },
  {
    of: { alias: 'payments-staging', ...subscriptions.staging },
    daysAgo: 300,
    billingScope: invoiceSection,
    workload: 'DevTest',
    accepted: 299,
  },
  {
    of: { alias: 'payments-production', ...subscriptions.production },
    daysAgo: 400,
    billingScope: invoiceSection,
    workload: 'Production',
    accepted: 399,
  },
];

const demoSubscriptions = (now: number): SubscriptionRow[] =>
  lines('Vendor').map(({ of, daysAgo, accepted, more }) => ({
    id: of.id,
    display_name: of.name,
    billing_owner: people.bo.objectId,
    tenant: tenantId,
    tags: JSON.stringify(more?.additionalProperties?.tags ?? {}),
    ownership_until: now - daysAgo * DAY + OWNERSHIP_LIFE,
    accept_asked_at: accepted === undefined ? null : now - accepted * DAY,
    accepted_at: accepted === undefined ? null : now - accepted * DAY,
  }));

const demoAliases = (namespace: Namespace, now: number): AliasRow[] =>
  lines(namespace).map(({ of, daysAgo, billingScope, workload, state = 'Succeeded', more }) => {
    const request: AliasRequest = { displayName: of.name, workload, billingScope, ...more };
    const open = state === 'Accepted' || state === 'Pending';
    return {
      key: of.alias,
      name: of.alias,
      subscription: of.id,
      request: JSON.stringify(request),
      created_by: cloud.botPrincipal.id,
      created_at: now - daysAgo * DAY,
      open_state: open ? state : 'Accepted',
      settles_at: open ? null : now - daysAgo * DAY,
      outcome: open ? 'Succeeded' : state,
    };
  });
