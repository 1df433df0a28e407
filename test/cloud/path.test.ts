import type { Parts } from '#cloud/operation.ts';
import {
  createEligibilityRequest,
  getRoleManagementPolicy,
  listRoleDefinitions,
} from '#cloud/operations/role-eligibility.ts';
import { addressOf, freezeParts } from '#cloud/request/freeze.ts';
import { parseScope, resourcePath, type Scope, sameScope, scopeContains, scopePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import cases from '../fixtures/cloud/path.json' with { type: 'json' };
import { fc } from '../support/fast-check.ts';

const groupId = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/resourceGroups/rg-ledger';
const vaultId = `${groupId}/providers/Vendor.KeyVault/vaults/kv-ledger`;
const databaseId = `${groupId}/providers/Vendor.Sql/servers/sql-ledger/databases/ledger`;
const neutral = profileOf('Vendor');

describe.each(['Vendor', 'Microsoft'] as const)('in the namespace %s', (namespace) => {
  const profile = profileOf(namespace);

  test.each([vaultId, databaseId])('%s has its names', (id) => {
    expect(resourcePath(id, profile)).toBe(id.replace('Vendor.', `${namespace}.`));
  });

  test.each([vaultId, databaseId])('a formatted id stays unchanged: %s', (id) => {
    const written = resourcePath(id, profile) ?? '';
    expect(resourcePath(written, profile)).toBe(written);
  });
});

test('an id may omit the leading slash', () => {
  expect(resourcePath(databaseId.slice(1), neutral)).toBe(databaseId);
});

test('a provider of another namespace stays unchanged', () => {
  const id = `${groupId}/providers/Contoso.Clocks/clocks/one`;
  expect(resourcePath(id, neutral)).toBe(id);
});

test('fixed words may have any case, and names keep theirs', () => {
  const words = ['subscriptions', 'resourceGroups', 'providers', 'Vendor.', 'kv-ledger'] as const;
  const mixed = fc.tuple(...words.map((word) => fc.mixedCase(fc.constant(word))));
  const isRead = (spelt: string[]): void => {
    const id = words.reduce((text, word, at) => text.replace(word, spelt[at] ?? ''), vaultId);
    expect(resourcePath(id, neutral)).toBe(vaultId.replace('kv-ledger', spelt.at(-1) ?? ''));
  };
  fc.assert(fc.property(mixed, isRead), { numRuns: 200 });
});

test.each([
  ['nothing', ''],
  ['a subscription', '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01'],
  ['a resource groupId', groupId],
  ['a type without a name', `${groupId}/providers/Vendor.KeyVault/vaults`],
  ['half of a nesting level', `${databaseId}/tables`],
  ['two nesting levels', `${databaseId}/tables/entries`],
  ['a resource without a groupId', '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/providers/Vendor.Web/sites/a'],
  ['a management groupId', '/providers/Vendor.Management/managementGroups/mg-northwind'],
  ['a subscription that is no GUID', vaultId.replace('0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01', 'production')],
  ['an empty segment', vaultId.replace('rg-ledger', '')],
  ['a step up', vaultId.replace('kv-ledger', '..')],
  ['an escaped slash', vaultId.replace('kv-ledger', 'kv%2Fledger')],
  ['a query', `${vaultId}?api-version=1`],
  ['a slash at the end', `${vaultId}/`],
  ['two leading slashes', `/${vaultId}`],
])('%s is refused as a resource', (_, text) => {
  expect(resourcePath(text, neutral)).toBeUndefined();
});

const subscriptionId = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const subscription: Scope = { kind: 'subscription', subscriptionId };
const group: Scope = { kind: 'resourceGroup', subscriptionId, resourceGroup: 'rg-ledger' };
const vault: Scope = { ...group, kind: 'resource', provider: 'Vendor.KeyVault', type: 'vaults', name: 'kv-1' };
const managementGroup: Scope = { kind: 'managementGroup', name: 'mg-northwind' };
const scopes = [subscription, group, vault, managementGroup];
const namespaces = ['Vendor', 'Microsoft'] as const;

describe.each(namespaces)('in the namespace %s', (namespace) => {
  const profile = profileOf(namespace);

  test.each(scopes)('a formatted scope is parsed to the same scope: $kind', (scope) => {
    expect(parseScope(scopePath(scope, profile))).toEqual(scope);
  });

  test.each(scopes)('a scope may omit the leading slash: $kind', (scope) => {
    expect(parseScope(scopePath(scope, profile).slice(1))).toEqual(scope);
  });

  test('a scope in any case is the same scope', () => {
    for (const scope of scopes) {
      const isSame = (mixed: string): boolean => {
        const read = parseScope(mixed);
        return read !== undefined && sameScope(read, scope);
      };
      fc.assert(fc.property(fc.mixedCase(fc.constant(scopePath(scope, profile))), isSame));
    }
  });
});

test.each([
  ['nothing', ''],
  ['a lone slash', '/'],
  ['no GUID', '/subscriptions/payments'],
  ['a slash at the end', `/subscriptions/${subscriptionId}/`],
  ['a doubled slash', `//subscriptions/${subscriptionId}`],
  ['an unfinished resource group', `/subscriptions/${subscriptionId}/resourceGroups`],
  ['an unfinished resource', `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Vendor.KeyVault/vaults`],
  ['a resource below a resource', `${scopePath(vault, profileOf('Vendor'))}/secrets/s1`],
  ['another word for resourceGroups', `/subscriptions/${subscriptionId}/groups/rg`],
  ['a foreign management provider', '/providers/Evil.Management/managementGroups/mg'],
  ['a role definition', '/providers/Vendor.Authorization/roleDefinitions/x'],
  ['a way up', `/subscriptions/${subscriptionId}/resourceGroups/..`],
  ['an escaped way up', `/subscriptions/${subscriptionId}/resourceGroups/%2e%2e`],
  ['a query', `/subscriptions/${subscriptionId}?x=1`],
  ['a fragment', `/subscriptions/${subscriptionId}#x`],
  ['a backslash', `/subscriptions/${subscriptionId}/resourceGroups/a\\b`],
  ['a control character', `/subscriptions/${subscriptionId}/resourceGroups/a\nb`],
  ['half a surrogate pair', `/subscriptions/${subscriptionId}/resourceGroups/\ud800`],
  ['an address', `https://evil.example/subscriptions/${subscriptionId}`],
])('%s is refused as a scope', (_, text) => {
  expect(parseScope(text)).toBeUndefined();
});

test.each([
  ['a subscription', 'its resource group', subscription, group, true],
  ['a subscription', 'its resource', subscription, vault, true],
  ['a resource group', 'its resource', group, vault, true],
  ['a resource group', 'its subscription', group, subscription, false],
  ['a resource group', 'one whose name goes on', group, { ...group, resourceGroup: 'rg-ledger-2' }, false],
  ['a scope', 'itself in another case', group, { ...group, resourceGroup: 'RG-Ledger' }, true],
  ['a management group', 'a subscription, which ids cannot show', managementGroup, subscription, false],
] as const)('%s and %s are compared for containment', (_outer, _inner, outer, inner, expected) => {
  expect(scopeContains(outer, inner)).toBe(expected);
});

const profile = profileOf('Vendor');
const scope = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const base = 'https://management.example';

const policyPath = (roleManagementPolicyName: string): string =>
  freezeParts(getRoleManagementPolicy, { path: { scope, roleManagementPolicyName } }, profile).path;

test.each(cases.badSegments)('a path segment %j is refused', (text) => {
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
