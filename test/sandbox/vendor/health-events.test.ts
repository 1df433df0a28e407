import { DAY, HOUR, MINUTE } from '../../../src/lib/clock.ts';
import {
  calm,
  database,
  detailed,
  events,
  listed,
  names,
  ofResource,
  staging,
  told,
  tracked,
  vault,
} from './health-support.ts';
import { ledger, production, type Reply, readerToken, start, startSandbox, stopAll } from './support.ts';

afterAll(stopAll);

describe('the events of a subscription', () => {
  test('come in three pages at least, each nextLink the same address with a $skipToken', async () => {
    const { get } = await calm();
    const question = listed(production, {
      filter: "service eq 'Key Vault' or region eq 'West Europe'",
      since: '1/1/2020',
    });
    const first = await get(question);
    const next = new URL(first.body.nextLink ?? '');
    expect(next.searchParams.get('$skipToken')).toBeTruthy();
    next.searchParams.delete('$skipToken');
    expect(Object.fromEntries(next.searchParams)).toEqual({
      'api-version': '2025-04-01',
      $filter: "service eq 'Key Vault' or region eq 'West Europe'",
      queryStartTime: '1/1/2020',
    });
  });

  test('are three pages of the last three days alone, without a repetition', async () => {
    const { all } = await calm();
    const found = names(await all(listed()));
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found).size).toBe(found.length);
  });

  test('begin three days back by default', async () => {
    const { all } = await calm();
    const early = (await all(listed())).filter((item) => Date.parse(told(item).lastUpdateTime) < start - 3 * DAY);
    expect(names(early)).toEqual([]);
  });

  test('are selected by lastUpdateTime from queryStartTime on', async () => {
    const { all } = await calm();
    const everything = await all(listed(production, { since: '1/1/2020' }));
    const from = Date.UTC(2026, 1, 28);
    const expected = everything.filter((item) => Date.parse(told(item).lastUpdateTime) >= from);
    expect(names(await all(listed(production, { since: '2/28/2026' })))).toEqual(names(expected));
  });

  test('come back when they are updated, however old they are', async () => {
    const { all, time } = await startSandbox();
    time.advance(4 * DAY);
    expect(names(await all(listed()))).toContain('VAUL-2LT');
  });

  test.each([
    ["service eq 'Key Vault'", ['PAYM-7K2', 'RETI-1VA', 'VAUL-2LT']],
    ["service eq 'key vault'", ['PAYM-7K2', 'RETI-1VA', 'VAUL-2LT']],
    ["service eq 'Translator' or service eq 'Data Share'", ['ADVI-6DS', 'TRAN-6UP']],
    ["Region eq 'North Europe' OR Service eq 'Translator'", ['MNT8-NET', 'STOR-8TH', 'TRAN-6UP']],
    ["region eq 'Global' and service eq 'Key Vault'", ['RETI-1VA']],
    ["service eq 'Astrology'", []],
    ['', undefined],
  ])('are narrowed by %j', async (filter, expected) => {
    const { all } = await calm();
    const found = names(await all(listed(production, { filter })));
    expect(found).toEqual(expected ?? names(await all(listed())));
  });

  test('are those that touch it: some are of both, some of one', async () => {
    const { all } = await calm();
    const [one, other] = [await all(listed(production)), await all(listed(staging))].map(names);
    expect([one?.includes('PAYM-7K2'), other?.includes('PAYM-7K2'), other?.includes('SECU-3D9')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are taken with the version that published clients send', async () => {
    const { all } = await calm();
    expect(names(await all(listed(production, { version: '2022-10-01' })))).toEqual(names(await all(listed())));
  });

  test.each(['eventSubType', 'eventTags', 'billingId', 'currencyType', 'oldRate', 'newRate'])(
    'do not have %s, which is of the by-resource listing',
    async (field) => {
      const { all } = await calm();
      expect(names((await all(listed())).filter(({ properties }) => field in properties))).toEqual([]);
    },
  );

  test('have those fields too, as a switch', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'health-fields-everywhere' });
    expect((await get(listed())).body.value[0]?.properties['eventTags']).toEqual(['Action Recommended']);
  });

  test('begin at another midnight, as a switch', async () => {
    const { all, sandbox, time } = await startSandbox();
    time.advance(DAY - 9 * HOUR - 10 * MINUTE);
    const question = listed(production, { since: '3/2/2026' });
    const inUtc = names(await all(question));
    sandbox.faults.set({ kind: 'health-date-zone', hours: -12 });
    expect(inUtc).toContain('PAYM-7K2');
    expect(names(await all(question))).not.toContain('PAYM-7K2');
  });
});

describe('the events of a resource', () => {
  test.each([
    ['a resource', vault],
    ['a resource of one nesting level', database],
    ['a resource in another case', vault.toUpperCase()],
    ['a resource behind two slashes', `/${vault}`],
  ])('are listed for %s', async (_, resource) => {
    const { get } = await calm();
    expect(names((await get(ofResource(resource))).body.value)).toContain('PAYM-7K2');
  });

  test('come in three pages at least', async () => {
    const { all } = await calm();
    expect((await all(ofResource())).length).toBeGreaterThan(10);
  });

  test('are old ones too', async () => {
    const { all } = await calm();
    expect(names(await all(ofResource(database)))).toContain('SQLD-7FO');
  });

  test('hold every sub type of billing, and a retirement', async () => {
    const { all } = await calm();
    const types = (await all(ofResource())).map(({ properties }) => properties['eventSubType']);
    expect(new Set(types)).toEqual(
      new Set([
        undefined,
        'Retirement',
        'ForeignExchangeRateChange',
        'Underbilling',
        'Overbilling',
        'PriceChanges',
        'TaxChanges',
        'MeterIDChanges',
        'UnauthorizedPartyAbuse',
      ]),
    );
  });

  test('tell of a rate that changes', async () => {
    const { all } = await calm();
    const item = (await all(ofResource(vault, "service eq 'Cost Management'"))).find(({ name }) => name === 'BILL-1FX');
    expect(item?.properties).toMatchObject({
      eventType: 'Billing',
      currencyType: 'EUR',
      oldRate: 0.9214,
      newRate: 0.9087,
    });
  });

  test('have tags on each update', async () => {
    const { all } = await calm();
    const item = (await all(ofResource())).find(({ name }) => name === 'VAUL-2LT');
    expect(item?.properties['updates']).toMatchObject([{ eventTags: ['Preliminary PIR'] }, { eventTags: [] }, {}]);
  });

  test('are none for a resource that nothing has happened to', async () => {
    const { get } = await calm();
    const { status, body } = await get(ofResource(`${ledger}/providers/Vendor.Web/sites/quiet`));
    expect([status, body]).toEqual([200, { value: [] }]);
  });
});

describe('a sensitive event', () => {
  const hiddenIn = (text: string): boolean => !text.includes('registry password');

  test.each([
    ['of the subscription', listed(production, { filter: "service eq 'Container Instances'" })],
    ['of the resource', ofResource(vault, "service eq 'Container Instances'")],
    ['read by itself', tracked('SECU-3D9')],
  ])('hides summary, description and updates in the list %s', async (_, path) => {
    const { get } = await calm();
    expect(hiddenIn(JSON.stringify((await get(path)).body))).toBe(true);
  });

  test('shows them when its details are fetched', async () => {
    const { send } = await calm();
    const { status, body } = await send(detailed('secu-3d9'), { method: 'POST' });
    expect([status, body.name, body.properties['isEventSensitive']]).toEqual([200, 'SECU-3D9', true]);
    expect(body.properties).toMatchObject({
      summary: expect.stringContaining('registry password'),
      description: expect.stringContaining('registry password'),
      updates: [{ summary: expect.stringContaining('registry password') }],
      impact: [{ impactedRegions: [{ updates: [{ summary: expect.stringContaining('registry password') }] }] }],
    });
  });

  test.each(['2025-05-01', '2025-04-01'])('is fetched with version %s', async (version) => {
    const { send } = await calm();
    expect((await send(detailed('SECU-3D9', version), { method: 'POST' })).status).toBe(200);
  });

  test('wants a right of its own', async () => {
    const { send, get } = await calm();
    const headers = { authorization: readerToken };
    const listing = await send(listed(), { headers });
    const { status, body } = await send(detailed('SECU-3D9'), { method: 'POST', headers });
    expect([listing.status, status, body]).toMatchObject([200, 403, { code: 'AuthorizationFailed', details: '' }]);
    expect((await get(detailed('SECU-3D9'))).status).toBe(405);
  });

  test('is the one of the info', async () => {
    const { get } = await calm();
    expect((await get('/__sandbox/info')).body).toMatchObject({ sensitiveEvent: 'SECU-3D9' });
  });
});

describe('an error', () => {
  const flatOf = ({ status, body }: Reply): unknown => [status, body];

  test.each([
    ['an unreadable $filter', listed(production, { filter: 'service like x' }), 400, 'InvalidFilter'],
    ['an unknown name in the $filter', listed(production, { filter: "colour eq 'red'" }), 400, 'InvalidFilter'],
    ['half a $filter', listed(production, { filter: "service eq 'A' or" }), 400, 'InvalidFilter'],
    ['another operator', listed(production, { filter: "service ne 'A'" }), 400, 'InvalidFilter'],
    ['an unreadable $skipToken', `${listed()}&$skipToken=x`, 400, 'InvalidSkipToken'],
    ['a date of another form', listed(production, { since: '2026-02-28' }), 400, 'InvalidQueryStartTime'],
    ['a day that is none', listed(production, { since: '2/30/2026' }), 400, 'InvalidQueryStartTime'],
    [
      'an unknown subscription',
      listed('/subscriptions/99999999-9999-4999-8999-999999999999'),
      404,
      'SubscriptionNotFound',
    ],
    ['an unknown resource group', ofResource(vault.replace('rg-ledger', 'rg-none')), 404, 'ResourceGroupNotFound'],
    ['a resource of two nesting levels', ofResource(`${database}/tables/a`), 400, 'InvalidResourceUri'],
    ['an unreadable $filter for a resource', ofResource(vault, 'x'), 400, 'InvalidFilter'],
    ['an unknown event', tracked('NONE-000'), 404, 'EventNotFound'],
    ['an event of another subscription only', tracked('SECU-1OL'), 404, 'EventNotFound'],
    ['an empty subscription', listed('/subscriptions/'), 400, 'InvalidScope'],
    ['no version', `${production}${events}`, 400, 'MissingApiVersionParameter'],
    ['an empty version', `${production}${events}?api-version=`, 400, 'MissingApiVersionParameter'],
    [
      'the version of the other listing',
      listed(production, { version: '2025-05-01' }),
      400,
      'InvalidApiVersionParameter',
    ],
  ])('says of %s in the flat form, details a text', async (_, path, status, code) => {
    const { get } = await calm();
    const found = flatOf(await get(path));
    expect(found).toEqual([status, { code, message: expect.any(String), details: expect.any(String) }]);
  });

  test('comes in the nested form, as a switch', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'nested-errors', operation: 'getHealthEvent' });
    expect((await get(tracked('NONE-000'))).body).toMatchObject({ error: { code: 'EventNotFound' } });
  });
});

describe('in the names of Microsoft', () => {
  const theirs = (path: string): string => path.replaceAll('Vendor.', 'Microsoft.');

  test('ids, resources and the support\u2019s field go by them', async () => {
    const { get } = await startSandbox({ namespace: 'Microsoft' });
    const [item] = (await get(theirs(ofResource()))).body.value;
    expect(item).toMatchObject({ id: theirs(`${events}/PAYM-7K2`), properties: { enableMicrosoftSupport: true } });
    expect(JSON.stringify(item)).not.toContain('Vendor');
  });
});
