import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import {
  expectAnswers,
  ledger,
  type Row,
  type Running,
  readerToken,
  start,
  startSandbox,
  useSharedSandbox,
} from './support.ts';

/** For tests that change nothing. */
const shared = useSharedSandbox();

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

const withVersion = (path: string, query: Readonly<Record<string, string>> = {}): string =>
  `${path}?${new URLSearchParams({ 'api-version': '2021-08-01', ...query })}`;

/** Every item of a list. */
const everything = async (running: Running, path: string): Promise<readonly unknown[]> => {
  const { body } = await running.send(path, { method: 'POST' });
  return body.nextLink === undefined ? body.value : [...body.value, ...(await everything(running, body.nextLink))];
};
const synchronizations = async (running: Running, query = {}, path = runs): Promise<readonly Synchronization[]> =>
  (await everything(running, withVersion(path, query))) as readonly Synchronization[];

describe.each([
  ['synchronizations', runs],
  ['settings', settings],
])('the list of %s', (_, path) => {
  test('begins with POST, of anybody who may read, and refuses what does not exist', async () => {
    const elsewhere = withVersion(path.replace('rg-ledger', 'rg-gateway'));
    const get = { method: 'GET' };
    const rows: Record<string, Row> = {
      'the reader’s token': ['200', withVersion(path), { headers: { authorization: readerToken } }],
      'GET of the first page': ['405 MethodNotAllowed', withVersion(path), get],
      'the version of another year': ['400 InvalidApiVersionParameter', `${path}?api-version=2020-09-01`],
      'an account of another group': ['404 AccountNotFound', elsewhere],
      'an unknown resource group': ['404 ResourceGroupNotFound', withVersion(path.replace('rg-ledger', 'rg-none'))],
    };
    await expectAnswers(shared, rows, { method: 'POST' });
  });
});

test.each([
  ['share', runsOf('nothing'), 'ShareNotFound', 'shareName'],
  ['share subscription', settings.replace('acquirer-fees', 'x'), 'ShareSubscriptionNotFound', 'shareSubscriptionName'],
])('an unknown %s is refused with details within details', async (_, path, code, target) => {
  const { status, body } = await shared.send(withVersion(path), { method: 'POST' });
  const inner = { code: expect.any(String), message: expect.any(String), target, details: [] };
  expect([status, body]).toEqual([
    404,
    { error: { code, message: expect.any(String), target, details: [expect.objectContaining({ details: [inner] })] } },
  ]);
});

test('the synchronizations of the demo share have every documented status, and both modes', async () => {
  const found = await synchronizations(shared);
  const statuses = ['Completed', 'Failed', 'Cancelled', 'TimedOut', 'InProgress', 'Queued'];
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(statuses));
  expect(new Set(found.map((run) => run.synchronizationMode))).toEqual(new Set(['Incremental', 'FullSync']));
});

test('the synchronizations of the demo share have times with seven decimals, and their difference as the duration', async () => {
  const ended = (await synchronizations(shared)).filter(({ endTime }) => endTime !== undefined);
  const wrong = ended.filter(({ startTime = '', endTime = '', durationMs }) => {
    const form = [startTime, endTime].every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/.test(time));
    return !form || Date.parse(endTime) - Date.parse(startTime) !== durationMs || durationMs >= 2 ** 31;
  });
  expect([ended.length > 5, wrong]).toEqual([true, []]);
});

test('the synchronizations of the demo share have the documented fields and no other', async () => {
  const [run] = await synchronizations(shared);
  expect(run).toEqual({
    synchronizationId: expect.any(String),
    synchronizationMode: expect.stringMatching(/^(Incremental|FullSync)$/),
    status: expect.any(String),
    message: expect.any(String),
    startTime: expect.any(String),
    endTime: expect.any(String),
    durationMs: expect.any(Number),
    consumerName: expect.any(String),
    consumerEmail: expect.stringContaining('@'),
    consumerTenantName: expect.any(String),
  });
});

test('the synchronizations of the demo share are those of the share alone', async () => {
  const running = shared;
  const others = await synchronizations(running, {}, runsOf('gateway-statistics'));
  const own = new Set((await synchronizations(running)).map(({ synchronizationId }) => synchronizationId));
  expect([others.length > 0, others.filter(({ synchronizationId }) => own.has(synchronizationId))]).toEqual([true, []]);
});

test('the synchronizations of the demo share begin and end as the clock moves', async () => {
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

test('the synchronizations of the demo share are added day by day', async () => {
  const running = await startSandbox();
  const before = (await synchronizations(running)).length;
  running.time.advance(2 * DAY + HOUR);
  expect((await synchronizations(running)).length).toBe(before + 2);
});

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
])('the $filter %j narrows the list', async ($filter, fits) => {
  const running = shared;
  const expected = (await synchronizations(running)).filter(fits);
  expect([expected.length > 0, await synchronizations(running, { $filter })]).toEqual([true, expected]);
});

test.each<[string, (run: Synchronization) => string | number]>([
  ['startTime desc', ({ startTime = '' }) => -Date.parse(startTime || '1970-01-01')],
  ['startTime', ({ startTime = '' }) => Date.parse(startTime || '1970-01-01')],
  ['durationMs asc', ({ durationMs = -1 }) => durationMs],
  ['status ASC, startTime desc', ({ status }) => status],
])('the $orderby %j orders the list over all of its pages', async ($orderby, key) => {
  const ordered = (await synchronizations(shared, { $orderby })).map(key);
  const sorted = [...ordered].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  expect([ordered.length > 10, ordered]).toEqual([true, sorted]);
});

test('$filter and $orderby can be combined', async () => {
  const found = await synchronizations(shared, { $filter: "status ne 'Completed'", $orderby: 'status desc' });
  expect([...new Set(found.map(({ status }) => status))]).toEqual([
    'TimedOut',
    'Queued',
    'InProgress',
    'Failed',
    'Cancelled',
  ]);
});

test('$filter and $orderby are refused when they cannot be parsed', async () => {
  const filters = ['status', 'status eq Failed', "status EQ 'Failed'", "colour eq 'red'"];
  const values = ["startTime gt 'yesterday'", 'durationMs gt many'];
  const rows: [string, Row][] = [
    ...[...filters, ...values].map(($filter): [string, Row] => [
      $filter,
      ['400 InvalidFilter', withVersion(runs, { $filter })],
    ]),
    ['an unknown direction', ['400 InvalidOrderBy', withVersion(runs, { $orderby: 'status upwards' })]],
  ];
  await expectAnswers(shared, Object.fromEntries(rows), { method: 'POST' });
});

test('the settings have hourly and daily schedules, with times of seven decimals, and the documented fields', async () => {
  const found = (await everything(shared, withVersion(settings))) as readonly {
    readonly kind: string;
    readonly properties: { readonly recurrenceInterval: string; readonly synchronizationTime: string };
  }[];
  const kinds = new Set(found.map(({ kind, properties }) => `${kind} ${properties.recurrenceInterval}`));
  const properties = {
    recurrenceInterval: expect.stringMatching(/^(Hour|Day)$/),
    synchronizationTime: expect.stringMatching(/\.\d{7}Z$/),
  };
  expect([...kinds]).toEqual(['ScheduleBased Hour', 'ScheduleBased Day']);
  expect(found).toEqual(found.map(() => ({ kind: 'ScheduleBased', properties })));
});
