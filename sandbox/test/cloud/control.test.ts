import { DAY, iso, MINUTE } from '../../../src/platform/lib/clock.ts';
import {
  anasGrants,
  control,
  definitionId,
  grantBody,
  ledger,
  listPath,
  type Running,
  start,
  startSandbox,
  statusOf,
  stopAll,
} from './support.ts';

afterEach(stopAll);

const statusWith = ({ sandbox }: Running, headers: Record<string, string>): Promise<number | undefined> =>
  statusOf(`${sandbox.url}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"clear":true}',
  });

describe('the control routes', () => {
  test.each([
    [{}, 200],
    [{ host: 'localhost' }, 200],
    [{ origin: 'http://localhost:3979' }, 200],
    [{ 'content-type': 'application/json; charset=utf-8' }, 200],
    [{ host: 'rebound.example' }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://127.0.0.1.elsewhere.example' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
  ])('a request with the headers %j gets %i', async (headers, status) => {
    expect(await statusWith(await startSandbox(), headers)).toBe(status);
  });

  test.each([
    ['faults', { kind: 'earthquake' }],
    ['faults', { kind: 'slow' }],
    ['faults', { kind: 'throttle', operation: 'listEverything' }],
    ['faults', { kind: 'rule', rules: ['NameRule'] }],
    ['faults', { kind: 'throttle', times: 3 }],
    ['clock', { now: 'tomorrow' }],
    ['clock', {}],
    ['reset', { really: true }],
  ])('%s refuses the body %j', async (path, body) => {
    expect((await control(await startSandbox(), path, body)).status).toBe(400);
  });

  test('an unknown route is refused with 404', async () => {
    expect((await control(await startSandbox(), 'weather')).status).toBe(404);
  });
});

test('faults are set one or several at a time, listed with their remaining counts, and cleared', async () => {
  const running = await startSandbox();
  await control(running, 'faults', { kind: 'unavailable', count: 3, operation: 'listEligibilitySchedules' });
  await control(running, 'faults', [
    { kind: 'list-lag', ms: MINUTE },
    { kind: 'slow', ms: 0 },
  ]);
  await running.get(listPath('roleEligibilitySchedules'));
  const { body } = await control(running, 'faults');
  const cleared = await control(running, 'faults', { clear: true });
  expect([body, cleared.body]).toEqual([
    {
      faults: [
        { kind: 'unavailable', count: 2, operation: 'listEligibilitySchedules' },
        { kind: 'list-lag', ms: MINUTE },
        { kind: 'slow', ms: 0 },
      ],
    },
    { faults: [] },
  ]);
});

test('the clock goes on from the moment that was set', async () => {
  const running = await startSandbox();
  await control(running, 'clock', { now: iso(start + DAY) });
  running.time.advance(MINUTE);
  const { body } = await control(running, 'clock', { advanceMs: MINUTE });
  expect(body).toEqual({ now: iso(start + DAY + 2 * MINUTE), offsetMs: DAY + MINUTE });
});

test('a grant is over when the clock is moved past its end', async () => {
  const running = await startSandbox();
  await running.request(grantBody());
  await control(running, 'clock', { advanceMs: DAY });
  expect(await anasGrants(running)).toEqual([]);
});

test('a reset restores the demo data and the time, and clears the faults', async () => {
  const running = await startSandbox();
  await running.request(grantBody());
  await control(running, 'faults', { kind: 'unavailable' });
  await control(running, 'clock', { advanceMs: DAY });
  await control(running, 'reset', {});
  expect([await anasGrants(running), (await control(running, 'clock')).body['offsetMs']]).toEqual([[], 0]);
});

/** The names that other programs rely on (design, section 1). */
const promised =
  'namespace tokenUrl tokens subscriptionId resourceGroup managementGroup resource principals roles billingAccount ' +
  'invoice billingScope location dataShareAccount share shareSubscription sensitiveEvent translatorKey appTokens ' +
  'appOwner app appUser';

describe('info', () => {
  test('has the input of every operation', async () => {
    const { body } = await control(await startSandbox(), 'info');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(promised.split(' ')));
    expect(Object.values(body).filter((value) => value === undefined || value === '')).toEqual([]);
  });

  test('has the full ids of roles', async () => {
    const { body } = await control(await startSandbox(), 'info');
    expect(body['roles']).toMatchObject({ plain: definitionId('reader'), short: definitionId('owner') });
  });

  test('has principals who can be granted the plain role, at the subscription and at the resource group', async () => {
    const running = await startSandbox();
    const { principals } = (await control(running, 'info')).body as { principals: readonly string[] };
    const replies = await Promise.all(
      principals.flatMap((principal) => [
        running.request(grantBody({ principal })),
        running.request(grantBody({ principal }), { scope: ledger.split('/resourceGroups')[0] ?? '' }),
      ]),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('has a resource whose eligibilities can be listed', async () => {
    const running = await startSandbox();
    const { resource } = (await control(running, 'info')).body as { resource: string };
    expect((await running.get(listPath('roleEligibilitySchedules', resource))).status).toBe(200);
  });
});
