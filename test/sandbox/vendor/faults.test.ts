import { HOUR, MINUTE, SECOND } from '../../../src/lib/clock.ts';
import { people } from '../../../src/sandbox/world.ts';
import {
  grantBody,
  inDays,
  ledger,
  listPath,
  type Running,
  removalBody,
  start,
  startSandbox,
  stopAll,
} from './support.ts';

const ana = people.ana.objectId;
const name = '64caffb6-55c0-4deb-a585-68e948ea1ad6';
const mine = listPath('roleEligibilitySchedules', ledger, `principalId eq '${ana}' and atScope()`);

afterEach(stopAll);

const granted = async ({ all }: Running): Promise<number> => (await all(mine)).length;

describe('a reused request name', () => {
  test('is a conflict that names it', async () => {
    const { request } = await startSandbox();
    await request(grantBody({ principal: ana }), { name });
    const { status, body } = await request(grantBody({ principal: ana }), { name: name.toUpperCase() });
    expect([status, body.error.message]).toEqual([409, `A role assignment request with Id: ${name} already exists.`]);
  });

  test('is, as a switch, answered with the same record again', async () => {
    const { request, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
    const first = await request(grantBody({ principal: ana }), { name });
    const second = await request(grantBody({ principal: ana }), { name });
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  test('is a conflict with other bytes, switch or not', async () => {
    const { request, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
    await request(grantBody({ principal: ana }), { name });
    expect((await request(grantBody({ principal: ana, days: 2 }), { name })).status).toBe(409);
  });
});

describe('a broken connection', () => {
  test('before the effect leaves nothing behind', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'reset-before', operation: 'createEligibilityRequest', count: 1 });
    await expect(running.request(grantBody({ principal: ana }))).rejects.toThrow('fetch failed');
    expect(await granted(running)).toBe(0);
  });

  test('after the effect leaves the grant', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'reset-after', operation: 'createEligibilityRequest', count: 1 });
    await expect(running.request(grantBody({ principal: ana }))).rejects.toThrow('fetch failed');
    expect(await granted(running)).toBe(1);
  });
});

describe('refusals', () => {
  test.each([
    [{ kind: 'throttle', retryAfter: 7 }, 429, '7'],
    [{ kind: 'unavailable', retryAfter: 3 }, 503, '3'],
    [{ kind: 'throttle', retryAfter: 7, as: 'date' }, 429, new Date(start + 7 * SECOND).toUTCString()],
  ] as const)('%j', async (fault, status, retryAfter) => {
    const running = await startSandbox();
    running.sandbox.faults.set({ ...fault, operation: 'createEligibilityRequest' });
    const reply = await running.request(grantBody({ principal: ana }));
    expect([reply.status, reply.headers.get('retry-after'), await granted(running)]).toEqual([status, retryAfter, 0]);
  });

  test('with a status and code of choice', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'refuse', status: 418, code: 'Teapot' });
    const { status, body } = await get(mine);
    expect([status, body.error.code]).toEqual([418, 'Teapot']);
  });
});

describe('which requests a fault meets', () => {
  test('as many as its count', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'unavailable', count: 2 });
    const statuses = [await get(mine), await get(mine), await get(mine)].map(({ status }) => status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  test('without a count every one, until it is cleared', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'unavailable' });
    const on = [await get(mine), await get(mine)];
    sandbox.faults.clear();
    expect([...on, await get(mine)].map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  test('only those of its operation', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'unavailable', operation: 'listEligibilityScheduleInstances' });
    expect((await get(mine)).status).toBe(200);
  });
});

test('a slow answer is still to come when its effect is there', async () => {
  const running = await startSandbox();
  running.sandbox.faults.set({ kind: 'slow', ms: 60_000, operation: 'createEligibilityRequest' });
  const answer = running.request(grantBody({ principal: ana })).then(
    () => 'answered',
    () => 'cut off',
  );
  for (let tries = 0; tries < 100 && (await granted(running)) === 0; tries += 1);
  await stopAll();
  expect(await answer).toBe('cut off');
});

describe('list lag', () => {
  test('keeps a grant out of the lists until it has passed', async () => {
    const running = await startSandbox({ listLagMs: MINUTE });
    await running.request(grantBody({ principal: ana }));
    const before = await granted(running);
    running.time.advance(MINUTE);
    expect([before, await granted(running)]).toEqual([0, 1]);
  });

  test('keeps a removed row in the lists until it has passed', async () => {
    const running = await startSandbox({ listLagMs: MINUTE });
    await running.request(grantBody({ principal: ana }));
    running.time.advance(HOUR);
    await running.request(removalBody({ principal: ana }));
    const before = await granted(running);
    running.time.advance(MINUTE);
    expect([before, await granted(running)]).toEqual([1, 0]);
  });

  test('hides nothing from the request itself', async () => {
    const { request } = await startSandbox({ listLagMs: MINUTE });
    await request(grantBody({ principal: ana }));
    expect((await request(grantBody({ principal: ana }))).body.error.code).toBe('RoleAssignmentExists');
  });

  test('is a switch too', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'list-lag', ms: MINUTE });
    await running.request(grantBody({ principal: ana }));
    expect(await granted(running)).toBe(0);
  });
});

describe('pending', () => {
  const status = async ({ request }: Running): Promise<unknown> =>
    (await request(grantBody({ principal: ana }), { name })).body.properties['status'];

  test('a grant is provisioned after its time', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'pending', ms: MINUTE });
    running.sandbox.faults.set({ kind: 'reused-guid', answer: 'success' });
    const seen = [await status(running), await granted(running)];
    running.time.advance(MINUTE);
    expect([...seen, await status(running), await granted(running)]).toEqual([
      'PendingProvisioning',
      0,
      'Provisioned',
      1,
    ]);
  });

  test('a removal is done after its time', async () => {
    const running = await startSandbox();
    await running.request(grantBody({ principal: ana }));
    running.sandbox.faults.set({ kind: 'pending', ms: MINUTE });
    const { body } = await running.request(removalBody({ principal: ana }));
    const before = await granted(running);
    running.time.advance(MINUTE);
    expect([body.properties['status'], before, await granted(running)]).toEqual(['PendingRevocation', 1, 0]);
  });
});

test('seen requests are those since the last clear, as they came', async () => {
  const running = await startSandbox();
  await running.get(mine);
  running.sandbox.faults.clear();
  const body = grantBody({ principal: ana, startsAt: inDays(0) });
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
