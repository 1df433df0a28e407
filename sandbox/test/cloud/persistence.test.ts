import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { eventPath, propertiesOf } from './health-support.ts';
import { grantBody, ledger, listPath, requestName as name, startSandbox, stop, stopAll } from './support.ts';

afterEach(stopAll);

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

test('a sandbox that restarts with its store has the same grants, refuses the name of an earlier request, and shows an event as of the time of the clock', async () => {
  const first = await startSandbox({ store });
  await first.request(grantBody(), { name });
  const before = await first.all(listPath('roleEligibilitySchedules', ledger));
  await stop(first);
  const second = await startSandbox({ store });
  expect(await second.all(listPath('roleEligibilitySchedules', ledger))).toEqual(before);
  expect((await second.request(grantBody(), { name })).status).toBe(409);
  second.time.advance(30 * MINUTE);
  expect(propertiesOf((await second.get(eventPath('PAYM-7K2'))).body).eventLevel).toBe('Critical');
});

test('a sandbox that restarts with its store accepts the tokens that it issued before', async () => {
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
