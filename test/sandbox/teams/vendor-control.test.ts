import { systemClock } from '../../../src/lib/clock.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { FaultsView } from '../../../src/sandbox/teams/api.ts';
import { request } from './support/harness.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await createSandbox({
    folder: ':memory:',
    teamsPort: 0,
    vendorPort: 0,
    botUrl: 'http://127.0.0.1:9/api/messages',
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
  });
  await sandbox.start();
});
afterEach(() => sandbox.stop());

const api = (method: string, below: string, body?: unknown): ReturnType<typeof request> =>
  request(`${sandbox.teams.url}/api/faults${below}`, method, body);
const vendor = async (): Promise<FaultsView['vendor']> => ((await api('GET', '')).body as unknown as FaultsView).vendor;
const throttle = { kind: 'throttle', retryAfter: 3, count: 2 };

test("a fault of the vendor's is switched on there and shown", async () => {
  const { status } = await api('POST', '/vendor', throttle);
  const there = await request(`${sandbox.vendor.url}/__sandbox/faults`, 'GET');
  expect([status, there.body['faults'], (await vendor())?.faults]).toEqual([200, [throttle], [throttle]]);
});

test('they are cleared there', async () => {
  await api('POST', '/vendor', throttle);
  await api('POST', '/vendor', { clear: true });
  expect((await vendor())?.faults).toEqual([]);
});

test('its clock is moved ahead', async () => {
  await api('POST', '/clock', { advanceMs: 3_600_000 });
  expect((await vendor())?.clock.offsetMs).toBe(3_600_000);
});

test("the vendor's refusal comes back as it is", async () => {
  const { status, body } = await api('POST', '/vendor', { kind: 'earthquake' });
  expect([status, body]).toEqual([400, { error: expect.objectContaining({ code: 'InvalidRequestContent' }) }]);
});

test('a vendor sandbox that has ended is not shown, and cannot be switched', async () => {
  await sandbox.vendor.stop();
  expect([await vendor(), (await api('POST', '/vendor', throttle)).status]).toEqual([undefined, 502]);
});

test('an incident is begun there', async () => {
  const { status, body } = await api('POST', '/incident', {});
  expect([status, body['trackingId'], await sandbox.vendor.incident.isActive()]).toEqual([
    200,
    expect.stringMatching(/^DEMO-/),
    true,
  ]);
});

test('no incident begins by itself where nobody asks for it', async () => {
  expect(await sandbox.vendor.incident.isActive()).toBe(false);
});
