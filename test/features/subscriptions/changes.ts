import type { Change } from '#engine/changes/change.ts';
import type { AcceptTerms, CreateTerms } from '#features/subscriptions/terms.ts';
import { changeOf as anyChange } from '../../support/change-of.ts';

export const ID = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d11';

export const createTerms: CreateTerms = {
  displayName: 'Ledger Reserve',
  workload: 'Production',
  billing: {
    key: 'ledger',
    title: 'Payments ledger',
    scope: '/billingAccounts/a:b_2019-05-31/billingProfiles/P-1/invoiceSections/S-1',
  },
  reseller: { title: 'Contoso Cloud', id: '6128817' },
  existing: null,
  managementGroup: { key: 'northwind', title: 'Northwind', name: 'mg-northwind' },
  owner: { objectId: 'd1d7c0de-4444-4d44-8d44-0d0d0d0d0d04', name: 'Di Meyer', known: 'known' },
  tenant: null,
  tags: { team: 'payments', stage: 'live' },
  reason: 'The ledger needs a second region',
};

export const acceptTerms: AcceptTerms = {
  subscription: { id: ID, title: 'Ledger Standby', known: 'standby' },
  displayName: 'Ledger Reserve',
  managementGroup: null,
  tags: {},
  reason: 'The ledger moves there',
  toldBy: [],
};

export const changeOf = <T>(terms: T, more: Partial<Change<T>> = {}): Change<T> =>
  anyChange(terms, {
    kind: 'subscriptions.create',
    guid: ID,
    frozen: { operation: 'op', method: 'PUT', path: '/aliases/x', query: 'api-version=1', body: '{}' },
    ...more,
  });
