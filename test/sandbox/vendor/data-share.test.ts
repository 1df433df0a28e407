import { DAY, HOUR, MINUTE } from '../../../src/lib/clock.ts';
import { ledger, type Running, readerToken, start, startSandbox, stopAll } from './support.ts';

afterAll(stopAll);

let shared: Promise<Running> | undefined;
/** One sandbox for all who only read. */
const calm = (): Promise<Running> => {
  shared ??= startSandbox();
  return shared;
};

const account = `${ledger}/providers/Vendor.DataShare/accounts/dsa-payments`;
const runsOf = (share: string): string => `${account}/shares/${share}/listSynchronizations`;
const runs = runsOf('settlement-reports');
const settings = `${account}/shareSubscriptions/acquirer-fees/listSourceShareSynchronizationSettings`;

interface Synchronization {
  readonly synchronizationId: string;
  readonly status: string;
  readonly synchronizationMode: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly durationMs?: number;
  readonly message: string;
}

const asked = (path: string, query: Readonly<Record<string, string>> = {}): string =>
  `${path}?${new URLSearchParams({ 'api-version': '2021-08-01', ...query })}`;

/** Every item of a list, its later pages asked for with either verb. */
const everything = async (
  { send }: Running,
  path: string,
  later = 'POST',
  first = true,
): Promise<readonly unknown[]> => {
  const { body } = await send(path, { method: first ? 'POST' : later });
  return body.nextLink === undefined
    ? body.value
    : [...body.value, ...(await everything({ send } as Running, body.nextLink, later, false))];
};
const synchronizations = async (running: Running, query = {}, path = runs): Promise<readonly Synchronization[]> =>
  (await everything(running, asked(path, query))) as readonly Synchronization[];

describe.each([
  ['synchronizations', runs],
  ['settings', settings],
])('the list of %s', (_, path) => {
  test.each(['POST', 'GET'])('comes in three pages at least, the later ones by %s', async (later) => {
    const found = await everything(await calm(), asked(path), later);
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found.map((item) => JSON.stringify(item))).size).toBe(found.length);
  });

  test('takes POST only to begin with', async () => {
    const { get } = await calm();
    const { status, body } = await get(asked(path));
    expect([status, body.error.code]).toEqual([405, 'MethodNotAllowed']);
  });

  test('carries the five headers', async () => {
    const { send } = await calm();
    const correlation = '22222222-2222-4222-8222-222222222222';
    const headers = { 'x-vendor-correlation-request-id': correlation };
    const answer = await send(asked(path), { method: 'POST', headers });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      date: expect.stringMatching(/ GMT$/),
      'x-vendor-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'x-vendor-ratelimit-remaining-subscription-reads': expect.stringMatching(/^\d+$/),
      'x-vendor-correlation-request-id': correlation,
    });
  });

  test('carries them with the other prefix in the names of Microsoft', async () => {
    const { send } = await startSandbox({ namespace: 'Microsoft' });
    const { headers } = await send(asked(path).replace('Vendor.', 'Microsoft.'), { method: 'POST' });
    expect(headers.get('x-ms-ratelimit-remaining-subscription-reads')).toBe('249');
  });

  test('tells how many reads remain', async () => {
    const { send } = await startSandbox();
    const left: (string | null)[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { headers } = await send(asked(path), { method: 'POST' });
      left.push(headers.get('x-vendor-ratelimit-remaining-subscription-reads'));
    }
    expect(left).toEqual(['249', '248']);
  });

  test('goes by names in any case', async () => {
    const { send } = await calm();
    expect((await send(asked(path.toUpperCase()), { method: 'POST' })).status).toBe(200);
  });

  test('is read with the right to read', async () => {
    const { send } = await calm();
    const headers = { authorization: readerToken };
    expect((await send(asked(path), { method: 'POST', headers })).status).toBe(200);
  });

  test.each([
    ['no version', path, 400, 'MissingApiVersionParameter'],
    ['another version', `${path}?api-version=2020-09-01`, 400, 'InvalidApiVersionParameter'],
    ['an unreadable $skipToken', asked(path, { $skipToken: 'x' }), 400, 'InvalidSkipToken'],
    ['an unknown account', asked(path.replace('dsa-payments', 'dsa-none')), 404, 'AccountNotFound'],
    ['an account of another group', asked(path.replace('rg-ledger', 'rg-gateway')), 404, 'AccountNotFound'],
    ['an unknown resource group', asked(path.replace('rg-ledger', 'rg-none')), 404, 'ResourceGroupNotFound'],
  ])('refuses %s', async (_what, wrong, status, code) => {
    const { send } = await calm();
    const reply = await send(wrong, { method: 'POST' });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });
});

test.each([
  ['share', runsOf('nothing'), 'ShareNotFound', 'shareName'],
  ['share subscription', settings.replace('acquirer-fees', 'x'), 'ShareSubscriptionNotFound', 'shareSubscriptionName'],
])('an unknown %s is told with details in details', async (_, path, code, target) => {
  const { send } = await calm();
  const { status, body } = await send(asked(path), { method: 'POST' });
  const inner = { code: expect.any(String), message: expect.any(String), target, details: [] };
  expect([status, body]).toEqual([
    404,
    { error: { code, message: expect.any(String), target, details: [expect.objectContaining({ details: [inner] })] } },
  ]);
});

describe('the synchronizations of the settlement reports', () => {
  test('stand at every status', async () => {
    const statuses = (await synchronizations(await calm())).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(
      new Set(['Completed', 'Failed', 'Cancelled', 'TimedOut', 'InProgress', 'Queued']),
    );
  });

  test('are of both modes', async () => {
    const modes = (await synchronizations(await calm())).map(({ synchronizationMode }) => synchronizationMode);
    expect(new Set(modes)).toEqual(new Set(['Incremental', 'FullSync']));
  });

  test('carry times of seven decimals, and a duration that is their difference', async () => {
    const ended = (await synchronizations(await calm())).filter(({ endTime }) => endTime !== undefined);
    const wrong = ended.filter(({ startTime = '', endTime = '', durationMs }) => {
      const form = [startTime, endTime].every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/.test(time));
      return !form || Date.parse(endTime) - Date.parse(startTime) !== durationMs || durationMs >= 2 ** 31;
    });
    expect([ended.length > 5, wrong]).toEqual([true, []]);
  });

  test('of the share alone are listed', async () => {
    const running = await calm();
    const others = await synchronizations(running, {}, runsOf('gateway-statistics'));
    const own = new Set((await synchronizations(running)).map(({ synchronizationId }) => synchronizationId));
    expect([others.length > 0, others.filter(({ synchronizationId }) => own.has(synchronizationId))]).toEqual([
      true,
      [],
    ]);
  });

  test('run and end as the clock moves', async () => {
    const running = await startSandbox();
    const before = await synchronizations(running, { $filter: "status eq 'InProgress'" });
    const statuses: (string | undefined)[] = [];
    for (const step of [0, 15 * MINUTE, 30 * MINUTE]) {
      running.time.advance(step);
      const [last] = (await synchronizations(running)).slice(-1);
      statuses.push(last?.status);
    }
    const ended = await synchronizations(running, {
      $filter: `synchronizationId eq '${before[0]?.synchronizationId}'`,
    });
    expect([before.length, ended[0]?.status, statuses]).toEqual([1, 'Completed', ['Queued', 'Queued', 'Completed']]);
  });

  test('go on day by day', async () => {
    const running = await startSandbox();
    const before = (await synchronizations(running)).length;
    running.time.advance(2 * DAY + HOUR);
    expect((await synchronizations(running)).length).toBe(before + 2);
  });
});

describe('$filter and $orderby', () => {
  const from = new Date(start - 3 * DAY).toISOString();

  test.each<[string, (run: Synchronization) => boolean]>([
    ["status eq 'Failed'", ({ status }) => status === 'Failed'],
    ["STATUS eq 'failed'", ({ status }) => status === 'Failed'],
    ["status ne 'Completed'", ({ status }) => status !== 'Completed'],
    ["status eq 'Failed' or status eq 'TimedOut'", ({ status }) => ['Failed', 'TimedOut'].includes(status)],
    [`startTime ge ${from}`, ({ startTime = '' }) => Date.parse(startTime) >= Date.parse(from)],
    [`startTime lt ${from}`, ({ startTime = '' }) => Date.parse(startTime) < Date.parse(from)],
    ['durationMs gt 600000', ({ durationMs = 0 }) => durationMs > 600_000],
    ['durationMs le 180000', ({ durationMs = Number.NaN }) => durationMs <= 180_000],
    [
      `synchronizationMode eq 'Incremental' and startTime ge ${from}`,
      (run) => run.synchronizationMode === 'Incremental' && Date.parse(run.startTime ?? '') >= Date.parse(from),
    ],
  ])('%j narrows the list', async ($filter, fits) => {
    const running = await calm();
    const expected = (await synchronizations(running)).filter(fits);
    expect([expected.length > 0, await synchronizations(running, { $filter })]).toEqual([true, expected]);
  });

  test.each<[string, (run: Synchronization) => string | number]>([
    ['startTime desc', ({ startTime = '' }) => -Date.parse(startTime || '1970-01-01')],
    ['startTime', ({ startTime = '' }) => Date.parse(startTime || '1970-01-01')],
    ['durationMs asc', ({ durationMs = -1 }) => durationMs],
    ['status ASC, startTime desc', ({ status }) => status],
  ])('%j orders the list over all of its pages', async ($orderby, key) => {
    const ordered = (await synchronizations(await calm(), { $orderby })).map(key);
    const sorted = [...ordered].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
    expect([ordered.length > 10, ordered]).toEqual([true, sorted]);
  });

  test('go together', async () => {
    const found = await synchronizations(await calm(), { $filter: "status ne 'Completed'", $orderby: 'status desc' });
    expect([...new Set(found.map(({ status }) => status))]).toEqual([
      'TimedOut',
      'Queued',
      'InProgress',
      'Failed',
      'Cancelled',
    ]);
  });

  test.each([
    [{ $filter: 'status' }, 'InvalidFilter'],
    [{ $filter: "colour eq 'red'" }, 'InvalidFilter'],
    [{ $filter: "startTime gt 'yesterday'" }, 'InvalidFilter'],
    [{ $filter: 'durationMs gt many' }, 'InvalidFilter'],
    [{ $orderby: 'colour' }, 'InvalidOrderBy'],
    [{ $orderby: 'status upwards' }, 'InvalidOrderBy'],
  ])('that can not be read are refused: %j', async (query, code) => {
    const { send } = await calm();
    const { status, body } = await send(asked(runs, query), { method: 'POST' });
    expect([status, body.error.code]).toEqual([400, code]);
  });
});

test('the settings are schedules by the hour and by the day, with times of seven decimals', async () => {
  const found = (await everything(await calm(), asked(settings))) as readonly {
    readonly kind: string;
    readonly properties: { readonly recurrenceInterval: string; readonly synchronizationTime: string };
  }[];
  const kinds = new Set(found.map(({ kind, properties }) => `${kind} ${properties.recurrenceInterval}`));
  const wrong = found.filter(({ properties }) => !/\.\d{7}Z$/.test(properties.synchronizationTime));
  expect([[...kinds], wrong]).toEqual([['ScheduleBased Hour', 'ScheduleBased Day'], []]);
});

test('the info names account, share and share subscription', async () => {
  const { get } = await calm();
  expect((await get('/__sandbox/info')).body).toMatchObject({
    dataShareAccount: 'dsa-payments',
    share: 'settlement-reports',
    shareSubscription: 'acquirer-fees',
  });
});
