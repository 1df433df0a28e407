import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import {
  ana,
  anasGrants,
  grantBody,
  inDays,
  ledger,
  listPath,
  requestName as name,
  type Running,
  removalBody,
  start,
  startSandbox,
  stopAll,
  useSandbox,
} from './support.ts';

const mine = listPath('roleEligibilitySchedules', ledger, `principalId eq '${ana}' and atScope()`);

const running = useSandbox();
const { get, request } = running;

const granted = async (running: Running): Promise<number> => (await anasGrants(running)).length;

test('a reused request name is refused as a conflict', async () => {
  await request(grantBody(), { name });
  const { status, body } = await request(grantBody(), { name: name.toUpperCase() });
  expect([status, body.error.message]).toEqual([409, `A role assignment request with Id: ${name} already exists.`]);
});

test('a reused request name returns the same record for the same body, with the fault reused-guid', async () => {
  running.sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
  const first = await request(grantBody(), { name });
  const second = await request(grantBody(), { name });
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect((await request(grantBody({ days: 2 }), { name })).status).toBe(409);
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('a connection that is reset %s the effect leaves %i grants', async (when, count) => {
  running.sandbox.faults.set({ kind: `reset-${when}`, operation: 'createEligibilityRequest', count: 1 });
  await expect(running.request(grantBody())).rejects.toThrow('fetch failed');
  expect(await granted(running)).toBe(count);
});

test.each([
  [{ kind: 'throttle', retryAfter: 7 }, 429, '7'],
  [{ kind: 'unavailable', retryAfter: 3 }, 503, '3'],
  [{ kind: 'throttle', retryAfter: 7, as: 'date' }, 429, new Date(start + 7 * SECOND).toUTCString()],
] as const)(
  'a fault refuses a request %j: %i with Retry-After %s, without an effect',
  async (fault, status, retryAfter) => {
    running.sandbox.faults.set({ ...fault, operation: 'createEligibilityRequest' });
    const reply = await running.request(grantBody());
    expect([reply.status, reply.headers.get('retry-after'), await granted(running)]).toEqual([status, retryAfter, 0]);
  },
);

test('a fault refuses a request with the status and code of the fault', async () => {
  running.sandbox.faults.set({ kind: 'refuse', status: 418, code: 'Teapot' });
  const { status, body } = await get(mine);
  expect([status, body.error.code]).toEqual([418, 'Teapot']);
});

test('a fault applies to as many requests of its operation as its count, or to all until it is cleared', async () => {
  const statuses = async () => [await get(mine), await get(mine), await get(mine)].map(({ status }) => status);
  running.sandbox.faults.set({ kind: 'unavailable', count: 2 });
  const counted = await statuses();
  running.sandbox.faults.set({ kind: 'unavailable' });
  const endless = await statuses();
  running.sandbox.faults.clear();
  running.sandbox.faults.set({ kind: 'unavailable', operation: 'listEligibilityScheduleInstances' });
  expect([counted, endless, await statuses()]).toEqual([
    [503, 503, 200],
    [503, 503, 503],
    [200, 200, 200],
  ]);
});

test('a slow request has its effect before its answer', async () => {
  running.sandbox.faults.set({ kind: 'slow', ms: 60_000, operation: 'createEligibilityRequest' });
  const answer = running.request(grantBody()).then(
    () => 'answered',
    () => 'cut off',
  );
  for (let tries = 0; tries < 100 && (await granted(running)) === 0; tries += 1);
  await stopAll();
  expect(await answer).toBe('cut off');
});

test('list lag does not affect the check for an existing grant', async () => {
  const { request } = await startSandbox({ listLagMs: MINUTE });
  await request(grantBody());
  expect((await request(grantBody())).body.error.code).toBe('RoleAssignmentExists');
});

test('list lag can be set as a fault', async () => {
  running.sandbox.faults.set({ kind: 'list-lag', ms: MINUTE });
  await running.request(grantBody());
  expect(await granted(running)).toBe(0);
});

const status = async ({ request }: Running): Promise<unknown> =>
  (await request(grantBody(), { name })).body.properties['status'];

test('the fault pending delays a grant', async () => {
  running.sandbox.faults.set({ kind: 'pending', ms: MINUTE });
  running.sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
  const before = [await status(running), await granted(running)];
  running.time.advance(MINUTE);
  expect([...before, await status(running), await granted(running)]).toEqual([
    'PendingProvisioning',
    0,
    'Provisioned',
    1,
  ]);
});

test('the fault pending delays a removal', async () => {
  await running.request(grantBody());
  running.sandbox.faults.set({ kind: 'pending', ms: MINUTE });
  const { body } = await running.request(removalBody());
  const before = await granted(running);
  running.time.advance(MINUTE);
  expect([body.properties['status'], before, await granted(running)]).toEqual(['PendingRevocation', 1, 0]);
});

test('the recorded requests are those since the last clear, unchanged', async () => {
  await running.get(mine);
  running.sandbox.faults.clear();
  const body = grantBody({ startsAt: inDays(0) });
  await running.request(body, { name });
  expect(running.sandbox.faults.seen()).toEqual([
    {
      method: 'PUT',
      path: `${ledger}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${name}`,
      query: { 'api-version': '2020-10-01' },
      body,
    },
  ]);
});
