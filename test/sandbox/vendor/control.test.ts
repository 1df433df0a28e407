import { request as httpRequest } from 'node:http';
import { DAY, iso, MINUTE } from '../../../src/lib/clock.ts';
import { people } from '../../../src/sandbox/world.ts';
import { definitionId, grantBody, ledger, listPath, type Running, start, startSandbox, stopAll } from './support.ts';

afterEach(stopAll);

const control = async ({ sandbox }: Running, path: string, body?: unknown) => {
  const options =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/__sandbox/${path}`, options);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** fetch does not let a Host through. */
const statusOf = ({ sandbox }: Running, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers };
    httpRequest(`${sandbox.url}/__sandbox/faults`, { method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end('{"clear":true}');
  });

describe('the switches', () => {
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
  ])('%j gets %i', async (headers, status) => {
    expect(await statusOf(await startSandbox(), headers)).toBe(status);
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
  ])('%s refuses %j', async (path, body) => {
    expect((await control(await startSandbox(), path, body)).status).toBe(400);
  });

  test('an unknown one is told', async () => {
    expect((await control(await startSandbox(), 'weather')).status).toBe(404);
  });
});

test('faults are set one or several at a time, listed with what is left, and cleared', async () => {
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

test('the clock goes on from where it was set', async () => {
  const running = await startSandbox();
  await control(running, 'clock', { now: iso(start + DAY) });
  running.time.advance(MINUTE);
  const { body } = await control(running, 'clock', { advanceMs: MINUTE });
  expect(body).toEqual({ now: iso(start + DAY + 2 * MINUTE), offsetMs: DAY + MINUTE });
});

test('the clock ends what is over', async () => {
  const running = await startSandbox();
  await running.request(grantBody({ principal: people.ana.objectId }));
  await control(running, 'clock', { advanceMs: DAY });
  expect(
    await running.all(
      listPath('roleEligibilitySchedules', ledger, `principalId eq '${people.ana.objectId}' and atScope()`),
    ),
  ).toEqual([]);
});

test('reset begins the story again, at the right time and without faults', async () => {
  const running = await startSandbox();
  await running.request(grantBody({ principal: people.ana.objectId }));
  await control(running, 'faults', { kind: 'unavailable' });
  await control(running, 'clock', { advanceMs: DAY });
  await control(running, 'reset', {});
  const rows = await running.all(
    listPath('roleEligibilitySchedules', ledger, `principalId eq '${people.ana.objectId}' and atScope()`),
  );
  expect([rows, (await control(running, 'clock')).body['offsetMs']]).toEqual([[], 0]);
});

/** The names that other programs hold on to (design, section 1). */
const promised = [
  ...[
    'namespace',
    'tokenUrl',
    'tokens',
    'subscriptionId',
    'resourceGroup',
    'managementGroup',
    'resource',
    'principals',
  ],
  ...[
    'roles',
    'billingAccount',
    'invoice',
    'billingScope',
    'location',
    'dataShareAccount',
    'share',
    'shareSubscription',
  ],
  ...['sensitiveEvent', 'translatorKey', 'appTokens', 'appOwner', 'app', 'appUser'],
];

describe('info', () => {
  test('names what a program needs to try every operation', async () => {
    const { body } = await control(await startSandbox(), 'info');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(promised));
    expect(Object.values(body).filter((value) => value === undefined || value === '')).toEqual([]);
  });

  test('gives roles by their full ids', async () => {
    const { body } = await control(await startSandbox(), 'info');
    expect(body['roles']).toMatchObject({ plain: definitionId('reader'), short: definitionId('owner') });
  });

  test('gives principals to whom the plain role can be granted at once, at the subscription and at the group', async () => {
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

  test('gives a resource that has a list', async () => {
    const running = await startSandbox();
    const { resource } = (await control(running, 'info')).body as { resource: string };
    expect((await running.get(listPath('roleEligibilitySchedules', resource))).status).toBe(200);
  });
});
