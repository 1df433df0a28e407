import { findApp } from '#features/apps/policy.ts';
import { peopleOf } from '#features/apps/remove-user.ts';
import { policyWith, readPolicyText, shipped } from '../../support/shipped-policy.ts';

test('a policy without apps is valid', () => {
  const without = shipped.replace(/\napps:\n[\s\S]*?(?=\n\n)/, '\n');
  expect(without).not.toContain('wallet-ios');
  expect(readPolicyText(without).ok).toBe(true);
});

test.each([
  'wallet',
  'Wallet',
  'payments wallet for ios',
  'northwind-payments/wallet-ios',
  'Northwind Payments / Wallet iOS',
])('“%s” is an app of the policy', (words) => {
  expect(findApp(policyWith(), words)).toMatchObject({ key: 'wallet', name: 'wallet-ios' });
});

test.each([
  ['bo@northwind.example', ['Bo Lind']],
  ['BO+tests@Northwind.example', ['Bo Lind']],
  ['bob@northwind.example', []],
  ['bo@elsewhere.example', []],
])('%s is the mailbox of %j', (email, names) => {
  expect(peopleOf(policyWith(), email).map(({ name }) => name)).toEqual(names);
});
