import { findApp } from '#features/apps/policy.ts';
import { peopleOf } from '#features/apps/remove-user.ts';
import { policyWith, readPolicyText, refusesWithRemedy, shipped } from '../../support/shipped-policy.ts';

refusesWithRemedy([
  ['an app without an owner', 'app: northwind-payments/wallet-ios', 'app: wallet-ios', /owner\/name/],
  ['an app of three parts', 'app: bo-lind/gateway-probe', 'app: users/bo-lind/gateway-probe', /owner\/name/],
  ['an app that climbs', 'app: bo-lind/gateway-probe', 'app: ../gateway-probe', /owner\/name/],
  ['an address in place of an app', 'app: bo-lind/gateway-probe', 'app: https://x.example/a', /owner\/name/],
  ['a misspelt key', 'title: Gateway Probe', 'titel: Gateway Probe', /did you mean "title"/],
  ['two apps of one name', 'title: Gateway Probe', 'title: Wallet', /another key or title/],
  [
    'a rule for an app that is none',
    'change: apps.removeUser\n      ask: [self]',
    'change: apps.removeUser\n      when: { app: walet }\n      ask: [self]',
    /did you mean "wallet"/,
  ],
  ['a decider without an e-mail address', ', email: cy@northwind.example', '', /add "email"/],
  ['an invalid e-mail address', 'email: bo@northwind.example', 'email: bo at northwind', /name@example.com/],
]);

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
