import { idOf } from '../policy-change/policy.ts';

export const askers = ['ana', 'gus'] as const;
export const deciders = ['bo', 'cy', 'di', 'ed'] as const;
/** Freezes and revokes; neither asks nor decides. */
export const ADMINISTRATOR = 'fi';
export type Key = (typeof askers)[number] | (typeof deciders)[number];
export type Role = 'reader' | 'owner';

const SUBSCRIPTION = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';

/** The scope of each place; the ledger is below payments. */
export const places: Readonly<Record<string, string>> = {
  payments: SUBSCRIPTION,
  ledger: `${SUBSCRIPTION}/resourceGroups/rg-ledger`,
  staging: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02',
};

/** By docs/policy.md: a freeze of a place stops what is at the place and below it. */
export const covers = (frozen: string | undefined, place: string): boolean =>
  frozen === undefined || frozen === place || (frozen === 'payments' && place === 'ledger');

/** The approvals that a role needs. */
export const needs: Readonly<Record<Role, number>> = { reader: 1, owner: 2 };

export const roleIds: Readonly<Record<Role, string>> = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
};

export const policyText = [
  'people:',
  ...[...askers, ...deciders, ADMINISTRATOR].map((key) => `  ${key}: { id: ${idOf(key)}, name: ${key} }`),
  `groups: { leads: [${deciders.join(', ')}] }`,
  'places:',
  ...Object.entries(places).map(([key, scope]) => `  ${key}: { scope: ${scope} }`),
  'conversations: { here: { id: "19:here@thread.tacv2" } }',
  'operators: here',
  'access:',
  '  roles:',
  ...Object.entries(roleIds).map(([key, id]) => `    ${key}: { id: ${id}, title: ${key}, max: 30 days }`),
  'changes:',
  '  rules:',
  ...Object.entries(needs).map(
    ([role, approvals]) =>
      `    - { name: ${role}, change: access.grant, when: { role: ${role} }, ask: everyone, decide: leads, approvals: ${approvals}, card: here }`,
  ),
  '',
].join('\n');
