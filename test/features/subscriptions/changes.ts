import type { Change } from '../../../src/changes/change.ts';
import type { AcceptTerms, CreateTerms } from '../../../src/features/subscriptions/terms.ts';

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

export const changeOf = <T>(terms: T, more: Partial<Change<T>> = {}): Change<T> => ({
  id: 'q1w2e3r4t5y6',
  ref: 'R-7KQ2M',
  kind: 'subscriptions.create',
  state: 'doing',
  version: 3,
  termsVersion: 1,
  requester: { objectId: 'a', name: 'Ana Rossi', language: 'en' },
  terms,
  form: undefined,
  rule: 'r',
  needs: 1,
  source: 'form x',
  deadlineAt: 0,
  finishBy: 1_000,
  guid: ID,
  frozen: { operation: 'op', method: 'PUT', path: '/aliases/x', query: 'api-version=1', body: '{}' },
  attempts: 1,
  maybeSent: true,
  phase: 'look',
  seen: undefined,
  failure: undefined,
  createdAt: 0,
  endedAt: undefined,
  ...more,
});
