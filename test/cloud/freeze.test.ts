import type { Parts } from '#cloud/operation.ts';
import {
  createEligibilityRequest,
  getRoleManagementPolicy,
  listRoleDefinitions,
} from '#cloud/operations/role-eligibility.ts';
import { addressOf, freezeParts } from '#cloud/request/freeze.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { fc } from '../support/fast-check.ts';

const profile = profileOf('Vendor');
const scope = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const base = 'https://management.example';

const policyPath = (roleManagementPolicyName: string): string =>
  freezeParts(getRoleManagementPolicy, { path: { scope, roleManagementPolicyName } }, profile).path;

test.each([
  '',
  '.',
  '..',
  'a/b',
  '/a',
  'a\\b',
  'a?b',
  'a#b',
  'a%2fb',
  '%2e%2e',
  'a\u0000',
  'a\r\nb',
  '\u007f',
  '\ud800',
])('a path segment %j is refused', (text) => {
  expect(() => policyPath(text)).toThrow(RangeError);
});

test('an error about a parameter does not contain its value', () => {
  expect(() => policyPath('s3cret/..')).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('s3cret') }),
  );
});

test('an accepted random text is exactly one segment of the address', () => {
  const letters = fc.constantFrom(...'aZ09-_.~ ()!*\':@&=+$,;<>"`{}|^[]üß漢👋%/\\?#');
  const isOneSegment = (text: string): boolean => {
    const path = accepted(() => policyPath(text));
    if (path === undefined) return true;
    const frozen = { ...freezeParts(listRoleDefinitions, { path: { scope } }, profile), path };
    const segments = addressOf(frozen, base).pathname.split('/').map(decodeURIComponent);
    return segments.length === 7 && segments[6] === text;
  };
  fc.assert(fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 6 }), isOneSegment), { numRuns: 2_000 });
});

const accepted = (write: () => string): string | undefined => {
  try {
    return write();
  } catch {
    return undefined;
  }
};

test.each([
  ['a missing parameter', { path: { scope } }],
  ['an unknown parameter', { path: { scope, roleManagementPolicyName: 'p', other: 'x' } }],
  ['an invalid scope', { path: { scope: '/subscriptions/x', roleManagementPolicyName: 'p' } }],
])('a call with %s is refused', (_, parts: Parts) => {
  expect(() => freezeParts(getRoleManagementPolicy, parts, profile)).toThrow(RangeError);
});

test('a request name that is no GUID is refused', () => {
  const parts = { path: { scope, roleEligibilityScheduleRequestName: 'mine' } };
  expect(() => freezeParts(createEligibilityRequest, parts, profile)).toThrow(RangeError);
});

test('a filter is percent-encoded', () => {
  const parts = { path: { scope }, query: { $filter: "roleName eq 'Re+ader' & x" } };
  expect(freezeParts(listRoleDefinitions, parts, profile).query).toBe(
    'api-version=2022-04-01&$filter=roleName%20eq%20%27Re%2Bader%27%20%26%20x',
  );
});

test('the caller can set the api-version', () => {
  const parts = { path: { scope }, query: { 'api-version': '2018-07-01' } };
  expect(freezeParts(listRoleDefinitions, parts, profile).query).toBe('api-version=2018-07-01');
});

test.each([
  ['plain', 'https://management.example', 'https://management.example/subscriptions/'],
  ['with a slash at its end', 'https://management.example/', 'https://management.example/subscriptions/'],
  ['with a path', 'https://gateway.example/arm/', 'https://gateway.example/arm/subscriptions/'],
])('the base address may be %s', (_, address, expected) => {
  expect(addressOf(freezeParts(listRoleDefinitions, { path: { scope } }, profile), address).href).toContain(expected);
});

test.each(['/a/../b', '@evil.example/', '/a#b', '/a?b', '/a b'])(
  'a stored path %j that changes the address is refused',
  (path) => {
    const frozen = freezeParts(listRoleDefinitions, { path: { scope } }, profile);
    expect(() => addressOf({ ...frozen, path }, base)).toThrow(RangeError);
  },
);
