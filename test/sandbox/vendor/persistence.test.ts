import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { people } from '../../../src/sandbox/world.ts';
import { grantBody, ledger, listPath, requestPath, startSandbox, stop, stopAll } from './support.ts';

const ana = people.ana.objectId;
const name = '64caffb6-55c0-4deb-a585-68e948ea1ad6';

afterEach(stopAll);

describe('a sandbox that starts again on its store', () => {
  let folder: string;
  let store: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vendor-sandbox-'));
    store = `sqlite:${join(folder, 'vendor.db')}`;
  });
  afterEach(async () => {
    await stopAll(); // Before the folder goes: an inner hook runs before the outer one.
    await rm(folder, { recursive: true });
  });

  test('lists the same rows', async () => {
    const first = await startSandbox({ store });
    await first.request(grantBody({ principal: ana }));
    const before = await first.all(listPath('roleEligibilitySchedules', ledger));
    await stop(first);
    const second = await startSandbox({ store });
    expect(await second.all(listPath('roleEligibilitySchedules', ledger))).toEqual(before);
  });

  test('knows the names of earlier requests', async () => {
    const first = await startSandbox({ store });
    await first.request(grantBody({ principal: ana }), { name });
    await stop(first);
    const second = await startSandbox({ store });
    const reply = await second.send(requestPath(name, ledger), { method: 'PUT', body: grantBody({ principal: ana }) });
    expect(reply.status).toBe(409);
  });

  test('takes the tokens that it gave out', async () => {
    const first = await startSandbox({ store });
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: first.sandbox.client.id,
      client_secret: first.sandbox.client.secret,
      scope: `${first.sandbox.url}/.default`,
    });
    const response = await fetch(first.sandbox.tokenUrl, { method: 'POST', body: form });
    const { access_token } = (await response.json()) as { access_token: string };
    await stop(first);
    const second = await startSandbox({ store });
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await second.send(listPath('roleEligibilitySchedules'), { headers })).status).toBe(200);
  });
});

test('a sandbox without a store of its own begins afresh', async () => {
  const first = await startSandbox();
  await first.request(grantBody({ principal: ana }), { name });
  await stop(first);
  const second = await startSandbox();
  expect((await second.request(grantBody({ principal: ana }), { name })).status).toBe(201);
});
