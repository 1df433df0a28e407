import { limitsOf } from '#cloud/limits.ts';

const id = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const group = `/subscriptions/${id.toUpperCase()}/resourceGroups/g/providers/Microsoft.ContainerInstance/containerGroups/c`;
const own = `GET readGroup ${id}`;
const limits = limitsOf({ operation: 'readGroup', method: 'GET', path: group });
const ofProvider = `microsoft.containerinstance ${id}`;

test('a request counts for its operation, its provider and its kind at the subscription', () => {
  expect(limits.all).toEqual([own, ofProvider, `reads ${id}`]);
});

test('a path without a subscription counts for the tenant, and for the provider that its operation names', () => {
  const path = '/providers/Vendor.Management/managementGroups/m/providers/Vendor.Authorization/x';
  const { all } = limitsOf({ operation: 'grant', method: 'PUT', path });
  expect(all).toEqual(['PUT grant ', 'vendor.authorization ', 'writes ']);
});

const coded = (code: string, message = '') => JSON.stringify({ error: { code, message } });

test.each<[string, Record<string, string>, string, string[]]>([
  ['says nothing', {}, '', []],
  ['has reads left', { 'x-ms-ratelimit-remaining-subscription-reads': '11998' }, '', []],
  ['has none left', { 'x-ms-ratelimit-remaining-subscription-reads': '0' }, '', [`reads ${id}`]],
  ['has none left in the tenant', { 'x-vendor-ratelimit-remaining-tenant-writes': '0' }, '', ['writes ']],
  ['has the gateway’s code', {}, coded('SubscriptionRequestsThrottled'), [`reads ${id}`]],
  ['names an operation', {}, coded('SubscriptionRequestsThrottled', `for 's' and operation 'GET/X' exceeded`), []],
  ['names its provider', { 'x-ms-ratelimit-microsoft.containerinstance-tenant-retry-after': '4' }, '', [ofProvider]],
  ['names what it is about', { 'x-ms-ratelimit-microsoft.containerinstance-entity-retry-after': '4' }, '', []],
  ['names another provider', { 'x-ms-ratelimit-microsoft.consumption-tenant-retry-after': '4' }, '', []],
])('a 429 that %s pauses the operation and what it names', (_, headers, text, more) => {
  expect(limits.usedUp({ status: 429, headers, text })).toEqual([own, ...more]);
});
