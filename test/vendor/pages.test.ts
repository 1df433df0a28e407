import { listRoleDefinitions } from '../../src/vendor/operations/role-eligibility.ts';
import { createPages } from '../../src/vendor/pages.ts';
import { profileOf } from '../../src/vendor/profile.ts';
import type { Transport } from '../../src/vendor/transport.ts';
import { freezeParts } from '../../src/vendor/wire.ts';
import { scope } from './bench.ts';

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
