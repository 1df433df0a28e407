import {
  billingScopesOf,
  findNamed,
  managementGroupsOf,
  maySeeAll,
  subscriptionsOf,
} from '#features/subscriptions/policy.ts';
import { portalAddress } from '#policy/model/sections.ts';
import { people } from '../../../sandbox/world.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const policy = policyWith();

test('a scope is found by key and title, in any case, and by its path', () => {
  const scope = findNamed(billingScopesOf(policy), 'payments LEDGER');
  expect(scope).toMatchObject({ key: 'ledger', scope: { kind: 'invoiceSection' } });
  expect(scope?.path).toMatch(/^\/billingAccounts\/[^/]+\/billingProfiles\/[^/]+\/invoiceSections\/[^/]+$/);
});

test('places that are subscriptions are found besides those of the section', () => {
  const titles = subscriptionsOf(policy).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Ledger Standby', 'Payments Production', 'Payments Staging']));
  expect(titles).not.toContain('Ledger');
});

test('a place that is a management group can be chosen', () => {
  const whole = 'whole: { title: Everything, scope: providers/Vendor.Management/managementGroups/mg-all }';
  const groups = managementGroupsOf(policyWith('places:\n', `places:\n  ${whole}\n`));
  expect(groups.map(({ name }) => name)).toEqual(['mg-northwind', 'mg-all']);
});

test.each([
  ['bo', true],
  ['fi', true],
  ['ana', false],
  ['ed', false],
] as const)('%s may see everyone’s requests: %s', (key, may) => {
  expect(maySeeAll(policy, people[key].objectId)).toBe(may);
});

describe('the address at which an ownership is accepted', () => {
  test.each(['https://portal.vendor.example/acceptOwnership?id=1', 'https://PORTAL.vendor.example/x#view/y'])(
    '%s may be pressed',
    (address) => {
      expect(portalAddress(policy, address)).toMatch(/^https:\/\/portal\.vendor\.example\//);
    },
  );

  test.each([
    'http://portal.vendor.example/x',
    'https://portal.vendor.example.evil.example/x',
    'https://portal.vendor.example@evil.example/x',
    'https://evil.example/portal.vendor.example',
    'https://sub.portal.vendor.example/x',
    'https://portal.vendor.example:8443/x',
    'https://portal.vendor.example\\@evil.example/x@',
    'https://pоrtal.vendor.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    '//portal.vendor.example/x',
    'portal.vendor.example',
    '',
    `https://portal.vendor.example/${'x'.repeat(2_000)}`,
  ])('%.60s may not', (address) => {
    const pressed = portalAddress(policy, address);
    expect(pressed === undefined || new URL(pressed).origin === 'https://portal.vendor.example').toBe(true);
    if (!address.includes('\\')) expect(pressed).toBeUndefined();
  });
});
