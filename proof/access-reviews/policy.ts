import type { Access, PersonKey, Plan, Rules } from './plan.ts';

const ids: Readonly<Record<PersonKey, string>> = {
  ana: '616ec0de-0000-4000-8000-000000000001',
  bo: '626fc0de-0000-4000-8000-000000000002',
  cy: '6379c0de-0000-4000-8000-000000000003',
  di: '6469c0de-0000-4000-8000-000000000004',
  'cy-admin': '6379c0de-0000-4000-8000-000000000005',
};
export const idOf = (who: PersonKey): string => ids[who];
/** The person behind an account. */
export const identityOf = (objectId: string): string => (objectId === ids['cy-admin'] ? ids.cy : objectId);

export const ROLES = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  writer: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
} as const;

const SUBSCRIPTION = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
export const PLACES: Readonly<
  Record<Access['at'], { readonly key: string; readonly title: string; readonly scope: string }>
> = {
  above: { key: 'all', title: 'All', scope: SUBSCRIPTION },
  here: { key: 'payments', title: 'Payments', scope: `${SUBSCRIPTION}/resourceGroups/rg-payments` },
  below: {
    key: 'vault',
    title: 'Vault',
    scope: `${SUBSCRIPTION}/resourceGroups/rg-payments/providers/Vendor.KeyVault/vaults/kv`,
  },
};

export const REVIEW_DAYS = 5;

const removals: Readonly<Record<Rules, string>> = {
  usual: '{ name: removals, change: access.remove, ask: [leads, di], approvals: 0 }',
  named: '{ name: removals, change: access.remove, ask: [leads, di], approvals: 0 }',
  approved: '{ name: removals, change: access.remove, ask: [leads], decide: [leads, di], approvals: 1, card: here }',
  closed: '{ name: removals, change: access.remove, ask: [self], approvals: 0 }',
};

/** The policy under these rules. */
export const policyText = (unanswered: Plan['unanswered'], rules: Rules): string => `people:
  ana: { id: ${ids.ana}, name: Ana }
  bo: { id: ${ids.bo}, name: Bo }
  cy: { id: ${ids.cy}, name: Cy }
  di: { id: ${ids.di}, name: Di }
  cy-admin: { id: ${ids['cy-admin']}, name: Cy (admin), same as: cy }
groups: { leads: [bo, cy, cy-admin], others: [di, cy-admin] }
places:
${Object.values(PLACES)
  .map(({ key, title, scope }) => `  ${key}: { title: ${title}, scope: "${scope}" }`)
  .join('\n')}
conversations: { here: { id: "19:here@thread.tacv2" } }
operators: here
access:
  roles:
    reader: { id: ${ROLES.reader}, title: Reader, max: no end }
    writer: { id: ${ROLES.writer}, title: Writer }
  reviews:
    - place: payments
      within: ${REVIEW_DAYS} days
      unanswered: ${unanswered}
${rules === 'named' ? '      reviewers: [others]\n' : ''}changes:
  answerWithin: 1 day
  rules:
    - { name: grants, change: access.grant, ask: [everyone], decide: [leads, di], approvals: 1, card: here }
    - ${removals[rules]}
`;
