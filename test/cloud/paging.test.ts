import { listRoleDefinitions } from '#cloud/operations/role-eligibility.ts';
import { createPages, nextPageAddress, readPage } from '#cloud/paging.ts';
import { freezeParts } from '#cloud/request/freeze.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { Transport } from '#cloud/transport.ts';
import { scope } from './client-fixture.ts';

describe('the count of a list', () => {
  it.each([
    ['as count', { count: 131 }, 131],
    ['in another case', { Count: 131 }, 131],
    ['as @odata.count', { '@odata.count': 131 }, 131],
    ['of an empty list', { count: 0 }, 0],
  ])('is read %s', (_what, fields, count) => expect(readPage({ value: [], ...fields }).count).toBe(count));

  it.each([
    ['there is none', {}],
    ['it is null', { count: null }],
    ['it is no whole number', { count: 1.5 }],
    ['it is negative', { count: -1 }],
    ['it is a text', { count: '131' }],
  ])('is absent where %s', (_what, fields) => expect(readPage({ value: [], ...fields })).not.toHaveProperty('count'));
});

describe('the address of the next page', () => {
  const FIRST = 'https://management.example/subscriptions/1/roles?api-version=2022-04-01&$filter=atScope()';
  const next = (link: string): string => nextPageAddress(link, new URL(FIRST)).href;

  it.each([
    ['https://management.example/subscriptions/1/roles?api-version=2022-04-01&$skipToken=a%2Bb', '$skipToken=a%2Bb'],
    ['https://management.example/Subscriptions/1/ROLES/?api-version=2022-04-01&$skipToken=x', '$skipToken=x'],
    ['/subscriptions/1/roles?api-version=2022-04-01&%24skipToken=x', '%24skipToken=x'],
    ['?api-version=2022-04-01&$skipToken=x', '$skipToken=x'],
    ['/%73ubscriptions/1/roles?api-version=2022-04-01&$skipToken=x', '$skipToken=x'],
    ['?API-Version=1999-01-01&$skipToken=x', '$skipToken=x'],
    ['?api%2Dversion=1999-01-01&$skipToken=x', '$skipToken=x'],
  ])('%s is the same list in the same version', (link, query) => {
    expect(next(link)).toBe(`https://management.example/subscriptions/1/roles?api-version=2022-04-01&${query}`);
  });

  it.each([
    'https://evil.example/subscriptions/1/roles?page=2',
    'https://management.example/subscriptions/2/roles?page=2',
    'https://management.example/subscriptions/1/roles/../keys?page=2',
    'https://management.example/subscriptions/1/roles%2F..%2Fkeys',
    '/listKeys',
    '//management.example.evil.example/subscriptions/1/roles',
    'roles/listKeys',
    'https://[',
  ])('%s is refused', (link) => expect(() => next(link)).toThrow(RangeError));
});

const profile = profileOf('Vendor');
const frozen = freezeParts(listRoleDefinitions, listRoleDefinitions.parts({ scope }, profile), profile);

test('a list without an end is stopped after the largest number of pages', async () => {
  let sent = 0;
  const transport = {
    serviceOf: () => ({ base: 'https://management.example' }),
    send: async () => {
      sent += 1;
      return { status: 200, headers: {}, body: { value: [], nextLink: `?page=${sent}` }, ids: {} };
    },
  } as unknown as Transport;
  const pages = createPages({ transport, profile, mostPages: 20 });
  const read = async (): Promise<void> => {
    for await (const { page } of pages(listRoleDefinitions, frozen, { correlation: 'c', headers: {} })) page.items;
  };
  await expect(read()).rejects.toMatchObject({ code: 'Vendor.EndlessList' });
  expect(sent).toBe(20);
});

test.each([
  ['of the subscription', { 'x-vendor-ratelimit-remaining-subscription-reads': '240' }, [240, 240]],
  ['of the tenant', { 'x-vendor-ratelimit-remaining-tenant-reads': '7' }, [7, 7]],
  ['that are no number', { 'x-vendor-ratelimit-remaining-subscription-reads': 'many' }, []],
  ['that are absent', {}, []],
])('the remaining reads %s are reported for each page', async (_which, headers, expected) => {
  let sent = 0;
  const transport = {
    serviceOf: () => ({ base: 'https://management.example' }),
    send: async () => {
      sent += 1;
      return { status: 200, headers, body: { value: [], ...(sent === 1 && { nextLink: '?page=2' }) }, ids: {} };
    },
  } as unknown as Transport;
  const pages = createPages({ transport, profile, wait: async () => {} });
  const reported: number[] = [];
  const options = { correlation: 'c', headers: {}, remaining: (reads: number) => reported.push(reads) };
  for await (const { page } of pages(listRoleDefinitions, frozen, options)) page.items;
  expect(reported).toEqual(expected);
});
