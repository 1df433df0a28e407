import { MINUTE, systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { createVendorSandbox } from '../../cloud/vendor-sandbox.ts';
import {
  anasGrants,
  control,
  failed,
  grantBody,
  inDays,
  ledger,
  requestName as name,
  removalBody,
  requestPath,
  startSandbox,
  stopAll,
} from './support.ts';

afterEach(stopAll);

/** The public service's pace. */
const slow = { listLagMs: 3 * MINUTE, minimumActiveMs: 5 * MINUTE };

test('a removal within five minutes of the grant is refused, unless the fault minimum-duration says how long', async () => {
  const { request, time, sandbox } = await startSandbox(slow);
  await request(grantBody());
  const early = await request(removalBody());
  time.advance(5 * MINUTE - 1);
  const late = await request(removalBody());
  time.advance(1);
  expect([failed(early), failed(late), (await request(removalBody())).status]).toEqual([
    [400, 'ActiveDurationTooShort'],
    [400, 'ActiveDurationTooShort'],
    201,
  ]);
  await request(grantBody());
  sandbox.faults.set({ kind: 'minimum-duration', ms: 0 });
  expect((await request(removalBody())).status).toBe(201);
  expect(early.body.error.message).toBe('The Active duration is too short. Miniumum Required is 5 minutes.');
});

test.each([
  ['Vendor', 0],
  ['Microsoft', 5 * MINUTE],
] as const)('in the namespace %s a removal is taken %d ms after the grant, unless told otherwise', async (...row) => {
  const [namespace, minimumActiveMs] = row;
  const options = { port: 0, namespace, store: 'sqlite::memory:', anyPrincipal: false };
  const sandbox = await createVendorSandbox({ ...options, clock: systemClock, ids: randomIds, log: silentLog });
  await sandbox.start();
  const info = await fetch(`${sandbox.url}/__sandbox/info`).then((answer) => answer.json());
  await sandbox.stop();
  expect(info).toMatchObject({ pace: { minimumActiveMs } });
});

test('lists show grants and removals three minutes later; the request itself and the control route do not lag', async () => {
  const running = await startSandbox(slow);
  await running.request(grantBody(), { name });
  const held = async () => (await control(running, 'eligibilities')).body['value'] as { readonly name: string }[];
  const before = (await startSandbox().then((other) => control(other, 'eligibilities'))).body['value'] as unknown[];
  expect(await anasGrants(running)).toHaveLength(0);
  expect((await running.get(requestPath(name, ledger))).body.properties['status']).toBe('Provisioned');
  expect((await held()).length).toBe(before.length + 1);
  running.time.advance(5 * MINUTE);
  expect(await anasGrants(running)).toHaveLength(1);
  await running.request(removalBody());
  expect((await held()).length).toBe(before.length);
  expect(await anasGrants(running)).toHaveLength(1);
  running.time.advance(3 * MINUTE);
  expect(await anasGrants(running)).toHaveLength(0);
});

const later = grantBody({ startsAt: inDays(2) });
const cancel = (running: Awaited<ReturnType<typeof startSandbox>>) =>
  running.send(requestPath(name, ledger).replace('?', '/cancel?'), { method: 'POST' });

test('a grant that has not begun is Granted, does not exist for a removal, and ends with its request', async () => {
  const running = await startSandbox(slow);
  const { body } = await running.request(later, { name });
  expect(body.properties['status']).toBe('Granted');
  expect(failed(await running.request(removalBody()))).toEqual([400, 'RoleAssignmentDoesNotExist']);
  expect((await cancel(running)).status).toBe(200);
  expect((await running.get(requestPath(name, ledger))).body.properties['status']).toBe('Canceled');
  running.time.advance(3 * MINUTE);
  expect(await anasGrants(running)).toHaveLength(0);
});

test('a grant that has not begun cannot be cancelled once it has begun', async () => {
  const running = await startSandbox(slow);
  await running.request(grantBody(), { name });
  expect(failed(await cancel(running))).toEqual([400, 'InvalidRequestStatus']);
});
