import { HOUR, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
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
} from './support.ts';

const mine = listPath('roleEligibilitySchedules', ledger, `principalId eq '${ana}' and atScope()`);

afterEach(stopAll);

const granted = async (running: Running): Promise<number> => (await anasGrants(running)).length;

describe('a reused request name', () => {
  test('is refused as a conflict', async () => {
    const { request } = await startSandbox();
    await request(grantBody(), { name });
    const { status, body } = await request(grantBody(), { name: name.toUpperCase() });
    expect([status, body.error.message]).toEqual([409, `A role assignment request with Id: ${name} already exists.`]);
  });

  test('returns the same record, with the fault reused-guid', async () => {
    const { request, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
    const first = await request(grantBody(), { name });
    const second = await request(grantBody(), { name });
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  test('is a conflict with another body, in spite of the fault', async () => {
    const { request, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
    await request(grantBody(), { name });
    expect((await request(grantBody({ days: 2 }), { name })).status).toBe(409);
  });
});

describe('a connection that is reset', () => {
  test('before the effect leaves no grant', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'reset-before', operation: 'createEligibilityRequest', count: 1 });
    await expect(running.request(grantBody())).rejects.toThrow('fetch failed');
    expect(await granted(running)).toBe(0);
  });

  test('after the effect leaves the grant', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'reset-after', operation: 'createEligibilityRequest', count: 1 });
    await expect(running.request(grantBody())).rejects.toThrow('fetch failed');
    expect(await granted(running)).toBe(1);
  });
});

describe('a fault refuses a request', () => {
  test.each([
    [{ kind: 'throttle', retryAfter: 7 }, 429, '7'],
    [{ kind: 'unavailable', retryAfter: 3 }, 503, '3'],
    [{ kind: 'throttle', retryAfter: 7, as: 'date' }, 429, new Date(start + 7 * SECOND).toUTCString()],
  ] as const)('%j: %i with Retry-After %s, without an effect', async (fault, status, retryAfter) => {
    const running = await startSandbox();
    running.sandbox.faults.set({ ...fault, operation: 'createEligibilityRequest' });
    const reply = await running.request(grantBody());
    expect([reply.status, reply.headers.get('retry-after'), await granted(running)]).toEqual([status, retryAfter, 0]);
  });

  test('with the status and code of the fault', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'refuse', status: 418, code: 'Teapot' });
    const { status, body } = await get(mine);
    expect([status, body.error.code]).toEqual([418, 'Teapot']);
  });
});

describe('a fault applies', () => {
  test('to as many requests as its count', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'unavailable', count: 2 });
    const statuses = [await get(mine), await get(mine), await get(mine)].map(({ status }) => status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  test('without a count to all requests until it is cleared', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'unavailable' });
    const on = [await get(mine), await get(mine)];
    sandbox.faults.clear();
    expect([...on, await get(mine)].map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  test('only to requests of its operation', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'unavailable', operation: 'listEligibilityScheduleInstances' });
    expect((await get(mine)).status).toBe(200);
  });
});

test('a slow request has its effect before its answer', async () => {
  const running = await startSandbox();
  running.sandbox.faults.set({ kind: 'slow', ms: 60_000, operation: 'createEligibilityRequest' });
  const answer = running.request(grantBody()).then(
    () => 'answered',
    () => 'cut off',
  );
  for (let tries = 0; tries < 100 && (await granted(running)) === 0; tries += 1);
  await stopAll();
  expect(await answer).toBe('cut off');
});

describe('list lag', () => {
  test('hides a new grant from the lists until it is over', async () => {
    const running = await startSandbox({ listLagMs: MINUTE });
    await running.request(grantBody());
    const before = await granted(running);
    running.time.advance(MINUTE);
    expect([before, await granted(running)]).toEqual([0, 1]);
  });

  test('shows a removed grant in the lists until it is over', async () => {
    const running = await startSandbox({ listLagMs: MINUTE });
    await running.request(grantBody());
    running.time.advance(HOUR);
    await running.request(removalBody());
    const before = await granted(running);
    running.time.advance(MINUTE);
    expect([before, await granted(running)]).toEqual([1, 0]);
  });

  test('does not affect the check for an existing grant', async () => {
    const { request } = await startSandbox({ listLagMs: MINUTE });
    await request(grantBody());
    expect((await request(grantBody())).body.error.code).toBe('RoleAssignmentExists');
  });

  test('can be set as a fault', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'list-lag', ms: MINUTE });
    await running.request(grantBody());
    expect(await granted(running)).toBe(0);
  });
});

describe('the fault pending', () => {
  const status = async ({ request }: Running): Promise<unknown> =>
    (await request(grantBody(), { name })).body.properties['status'];

  test('delays a grant', async () => {
    const running = await startSandbox();
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

  test('delays a removal', async () => {
    const running = await startSandbox();
    await running.request(grantBody());
    running.sandbox.faults.set({ kind: 'pending', ms: MINUTE });
    const { body } = await running.request(removalBody());
    const before = await granted(running);
    running.time.advance(MINUTE);
    expect([body.properties['status'], before, await granted(running)]).toEqual(['PendingRevocation', 1, 0]);
  });
});

test('the recorded requests are those since the last clear, unchanged', async () => {
  const running = await startSandbox();
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
