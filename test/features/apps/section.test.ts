import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findApp } from '../../../src/features/apps/policy.ts';
import { peopleOf } from '../../../src/features/apps/remove-user.ts';
import { policySections } from '../../../src/features/index.ts';
import { readPolicy } from '../../../src/policy/file/read-policy.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { tenantId } from '../../../src/sandbox/world.ts';

const shipped = readFileSync(join(import.meta.dirname, '../../../src/sandbox/policy.yaml'), 'utf8');

const read = (text: string) => readPolicy(text, policySections, tenantId);

const policyOf = (text: string): Policy => {
  const reading = read(text);
  if (reading.ok) return reading.policy;
  throw new Error(JSON.stringify(reading.problems));
};

test.each([
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
  ['a decider of whom nobody could know', ', email: cy@northwind.example', '', /add "email"/],
  ['an e-mail address that is none', 'email: bo@northwind.example', 'email: bo at northwind', /name@example.com/],
] as const)('%s is told with what to write', (_what, piece, by, remedy) => {
  expect(shipped).toContain(piece);
  const reading = read(shipped.replace(piece, by));
  expect(reading.ok ? [] : reading.problems).toEqual([
    expect.objectContaining({ line: expect.any(Number), remedy: expect.stringMatching(remedy) }),
  ]);
});

test('a policy without apps is whole', () => {
  const without = shipped.replace(/\napps:\n[\s\S]*?(?=\n\n)/, '\n');
  expect(without).not.toContain('wallet-ios');
  expect(read(without).ok).toBe(true);
});

test.each([
  'wallet',
  'Wallet',
  'payments wallet for ios',
  'northwind-payments/wallet-ios',
  'Northwind Payments / Wallet iOS',
])('“%s” is an app of the policy', (words) => {
  expect(findApp(policyOf(shipped), words)).toMatchObject({ key: 'wallet', name: 'wallet-ios' });
});

test.each([
  ['bo@northwind.example', ['Bo Lind']],
  ['BO+tests@Northwind.example', ['Bo Lind']],
  ['bob@northwind.example', []],
  ['bo@elsewhere.example', []],
])('%s is the mailbox of %j', (email, names) => {
  expect(peopleOf(policyOf(shipped), email).map(({ name }) => name)).toEqual(names);
});
