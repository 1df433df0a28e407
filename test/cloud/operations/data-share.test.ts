import {
  listShareSynchronizations,
  listSourceShareSynchronizationSettings,
  type SynchronizationFilter,
  type SynchronizationOrder,
  shareSynchronization,
  sourceSynchronizationSetting,
  writeSynchronizationFilter,
  writeSynchronizationOrder,
} from '#cloud/operations/data-share.ts';
import { freezeParts } from '#cloud/request/freeze.ts';
import { profileOf } from '#cloud/services/profile.ts';
import cases from '../../fixtures/cloud/operations/data-share.json' with { type: 'json' };
import { base, benchPerTest, givesToken, vendor } from '../client-fixture.ts';

const inAccount = {
  subscriptionId: '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01',
  resourceGroup: 'rg-ledger',
  account: 'dsa-payments',
} as const;
const share = { ...inAccount, share: 'settlement-reports' } as const;
const path = `/subscriptions/${inAccount.subscriptionId}/resourceGroups/rg-ledger/providers/Vendor.DataShare/accounts/dsa-payments/shares/settlement-reports/listSynchronizations`;

describe('the later pages of a list', () => {
  const bench = benchPerTest();
  beforeEach(() => void givesToken());

  test('are requested by POST without a body, to the end', async () => {
    vendor()
      .post(path, '')
      .query({ 'api-version': '2021-08-01' })
      .reply(200, { value: [{ synchronizationId: 'a' }], nextLink: `${base}${path}?$skipToken=two` });
    vendor()
      .post(path, '')
      .query({ $skipToken: 'two' })
      .reply(200, { value: [{ synchronizationId: 'b' }] });
    const ids: string[] = [];
    for await (const run of bench.client.list(listShareSynchronizations, share)) ids.push(run.synchronizationId);
    expect(ids).toEqual(['a', 'b']);
  });
});

const start = Date.parse('2026-03-02T09:00:00Z');

test.each<[SynchronizationFilter, string | undefined]>([
  [{}, undefined],
  [{ status: 'Failed' }, "status eq 'Failed'"],
  [{ status: "Fail' or 1 eq 1" }, "status eq 'Fail'' or 1 eq 1'"],
  [
    { mode: 'FullSync', startedFrom: start },
    "synchronizationMode eq 'FullSync' and startTime ge 2026-03-02T09:00:00.000Z",
  ],
  [{ consumerEmail: 'mira@ursabank.example' }, "consumerEmail eq 'mira@ursabank.example'"],
  [{ startedBefore: start }, 'startTime lt 2026-03-02T09:00:00.000Z'],
])('the filter %j is formatted as %j', (filter, expected) => {
  expect(writeSynchronizationFilter(filter)).toBe(expected);
});

const orders = cases.orders as { order: SynchronizationOrder[]; expected: string | null }[];

test.each(orders)('the order $order is formatted as $expected', ({ order, expected }) => {
  expect(writeSynchronizationOrder(order) ?? null).toBe(expected);
});

test('a list can be requested from a $skipToken', () => {
  const profile = profileOf('Vendor');
  const sent = [
    freezeParts(
      listShareSynchronizations,
      listShareSynchronizations.parts({ ...share, skipToken: 'a b' }, profile),
      profile,
    ),
    freezeParts(
      listSourceShareSynchronizationSettings,
      listSourceShareSynchronizationSettings.parts(
        { ...inAccount, shareSubscription: 'acquirer-fees', skipToken: 'a b' },
        profile,
      ),
      profile,
    ),
  ];
  expect(sent.map(({ query }) => query)).toEqual(Array(2).fill('api-version=2021-08-01&$skipToken=a%20b'));
});

test('an error has its inner errors, down to five levels', () => {
  const deep = (levels: number): unknown[] =>
    levels === 0 ? [] : [{ code: `C${levels}`, message: 'm', details: deep(levels - 1) }];
  const body = { error: { code: 'ShareNotFound', message: 'none', target: 'shareName', details: deep(2_000) } };
  expect(listShareSynchronizations.decodeError(JSON.stringify(body), 404)).toEqual({
    code: 'ShareNotFound',
    message: 'none',
    target: 'shareName',
    details: 'C2000: m\nC1999: m\nC1998: m\nC1997: m\nC1996: m',
  });
});

describe('a synchronization', () => {
  const run = { synchronizationId: '1', status: 'SomethingNew', startTime: '2026-03-02T09:00:00.1234567Z' };

  test('is read with an unknown status and all seven decimals', () => {
    expect(shareSynchronization.parse(run)).toEqual(run);
  });

  test('is read without an end while it runs', () => {
    expect(shareSynchronization.parse({ ...run, endTime: null, durationMs: null })).toEqual(run);
  });

  test.each([{ synchronizationId: undefined }, { startTime: 'yesterday' }, { durationMs: '12' }])(
    'is refused with %j',
    (wrong) => {
      expect(shareSynchronization.safeParse({ ...run, ...wrong }).success).toBe(false);
    },
  );
});

test.each([
  [
    { KIND: 'schedulebased', Properties: { recurrenceInterval: 'hour' } },
    { kind: 'ScheduleBased', recurrenceInterval: 'Hour' },
  ],
  [{ kind: 'EventBased', properties: { trigger: 'x' } }, { kind: 'EventBased' }],
  [{ kind: 'EventBased' }, { kind: 'EventBased' }],
])('the setting %j is read as %j', (fields, setting) => {
  expect(sourceSynchronizationSetting.parse(fields)).toEqual(setting);
});
