import { DAY } from '../../../src/platform/lib/clock.ts';
import { cloud, people, tenantId } from '../../world.ts';
import type { Namespace } from '../operation.ts';
import type { AliasRequest } from './alias-request.ts';
import { OWNERSHIP_LIFE } from './states.ts';
import type { AliasRow, SubscriptionRow } from './tables.ts';

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

export const demoSubscriptions = (now: number): SubscriptionRow[] =>
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

export const demoAliases = (namespace: Namespace, now: number): AliasRow[] =>
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
