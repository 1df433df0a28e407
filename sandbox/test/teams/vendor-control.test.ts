import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { createSandbox, type Sandbox } from '../../sandbox.ts';
import type { FaultsView } from '../../teams/api.ts';
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

const faults = (method: string, below: string, body?: unknown) =>
  request(`${sandbox.teams.url}/api/faults${below}`, method, body);
const vendor = async (): Promise<FaultsView['vendor']> =>
  ((await faults('GET', '')).body as unknown as FaultsView).vendor;
const throttle = { kind: 'throttle', retryAfter: 3, count: 2 };

test('a fault from the panel is active at the vendor and listed until it is cleared', async () => {
  const { status } = await faults('POST', '/vendor', throttle);
  const there = await request(`${sandbox.vendor.url}/__sandbox/faults`, 'GET');
  expect([status, there.body['faults'], (await vendor())?.faults]).toEqual([200, [throttle], [throttle]]);
  await faults('POST', '/vendor', { clear: true });
  expect((await vendor())?.faults).toEqual([]);
});

test("the vendor's clock is advanced", async () => {
  await faults('POST', '/clock', { advanceMs: 3_600_000 });
  expect((await vendor())?.clock.offsetMs).toBe(3_600_000);
});

test('an unknown fault is answered with the refusal of the vendor', async () => {
  const error = expect.objectContaining({ code: 'InvalidRequestContent' });
  expect(await faults('POST', '/vendor', { kind: 'earthquake' })).toMatchObject({ status: 400, body: { error } });
});

test('a vendor sandbox that was stopped is not listed, and a fault for it is answered 502', async () => {
  await sandbox.vendor.stop();
  expect([await vendor(), (await faults('POST', '/vendor', throttle)).status]).toEqual([undefined, 502]);
});

test('an incident begins at the vendor when the panel starts it, and not by itself', async () => {
  const before = await sandbox.vendor.incident.isActive();
  const { status, body } = await faults('POST', '/incident', {});
  const trackingId = expect.stringMatching(/^DEMO-/);
  const after = await sandbox.vendor.incident.isActive();
  expect([before, status, body, after]).toMatchObject([false, 200, { trackingId }, true]);
});
