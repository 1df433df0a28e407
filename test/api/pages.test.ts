import { listRoleDefinitions } from '../../src/api/operations/role-eligibility.ts';
import { createPages } from '../../src/api/paging/pages.ts';
import { freezeParts } from '../../src/api/request/freeze.ts';
import { profileOf } from '../../src/api/services/profile.ts';
import type { Transport } from '../../src/api/transport.ts';
import { scope } from './client-fixture.ts';

const profile = profileOf('Vendor');
const frozen = freezeParts(listRoleDefinitions, listRoleDefinitions.parts({ scope }, profile), profile);

test('a list that never ends is stopped', async () => {
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
  ['that are none', { 'x-vendor-ratelimit-remaining-subscription-reads': 'many' }, []],
  ['of which nothing is said', {}, []],
])('the remaining reads %s are told with each page', async (_which, headers, told) => {
  let sent = 0;
  const transport = {
    serviceOf: () => ({ base: 'https://management.example' }),
    send: async () => {
      sent += 1;
      return { status: 200, headers, body: { value: [], ...(sent === 1 && { nextLink: '?page=2' }) }, ids: {} };
    },
  } as unknown as Transport;
  const pages = createPages({ transport, profile, wait: async () => {} });
  const heard: number[] = [];
  const options = { correlation: 'c', headers: {}, remaining: (reads: number) => heard.push(reads) };
  for await (const { page } of pages(listRoleDefinitions, frozen, options)) page.items;
  expect(heard).toEqual(told);
});
