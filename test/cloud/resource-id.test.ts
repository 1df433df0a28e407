import { resourcePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { fc } from '../support/fast-check.ts';

const group = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/resourceGroups/rg-ledger';
const vault = `${group}/providers/Vendor.KeyVault/vaults/kv-ledger`;
const database = `${group}/providers/Vendor.Sql/servers/sql-ledger/databases/ledger`;
const neutral = profileOf('Vendor');

describe.each(['Vendor', 'Microsoft'] as const)('in the namespace %s', (namespace) => {
  const profile = profileOf(namespace);

  test.each([vault, database])('%s has its names', (id) => {
    expect(resourcePath(id, profile)).toBe(id.replace('Vendor.', `${namespace}.`));
  });

  test.each([vault, database])('a formatted id stays unchanged: %s', (id) => {
    const written = resourcePath(id, profile) ?? '';
    expect(resourcePath(written, profile)).toBe(written);
  });
});

test('an id may omit the leading slash', () => {
  expect(resourcePath(database.slice(1), neutral)).toBe(database);
});

test('a provider of another namespace stays unchanged', () => {
  const id = `${group}/providers/Contoso.Clocks/clocks/one`;
  expect(resourcePath(id, neutral)).toBe(id);
});

test('fixed words may have any case, and names keep theirs', () => {
  const words = ['subscriptions', 'resourceGroups', 'providers', 'Vendor.', 'kv-ledger'] as const;
  const mixed = fc.tuple(...words.map((word) => fc.mixedCase(fc.constant(word))));
  const isRead = (spelt: string[]): void => {
    const id = words.reduce((text, word, at) => text.replace(word, spelt[at] ?? ''), vault);
    expect(resourcePath(id, neutral)).toBe(vault.replace('kv-ledger', spelt.at(-1) ?? ''));
  };
  fc.assert(fc.property(mixed, isRead), { numRuns: 200 });
});

test.each([
  ['nothing', ''],
  ['a subscription', '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01'],
  ['a resource group', group],
  ['a type without a name', `${group}/providers/Vendor.KeyVault/vaults`],
  ['half of a nesting level', `${database}/tables`],
  ['two nesting levels', `${database}/tables/entries`],
  ['a resource without a group', '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/providers/Vendor.Web/sites/a'],
  ['a management group', '/providers/Vendor.Management/managementGroups/mg-northwind'],
  ['a subscription that is no GUID', vault.replace('0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01', 'production')],
  ['an empty segment', vault.replace('rg-ledger', '')],
  ['a step up', vault.replace('kv-ledger', '..')],
  ['an escaped slash', vault.replace('kv-ledger', 'kv%2Fledger')],
  ['a query', `${vault}?api-version=1`],
  ['a slash at the end', `${vault}/`],
  ['two leading slashes', `/${vault}`],
])('%s is refused as a resource', (_, text) => {
  expect(resourcePath(text, neutral)).toBeUndefined();
});
