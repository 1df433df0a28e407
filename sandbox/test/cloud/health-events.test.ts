import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import {
  database,
  detailsPath,
  eventPath,
  events,
  eventsPath,
  names,
  propertiesOf,
  resourceEventsPath,
  sharedSandbox,
  staging,
  vault,
} from './health-support.ts';
import { ledger, production, type Reply, readerToken, start, startSandbox, stopAll } from './support.ts';

afterAll(stopAll);

describe('the events of a subscription', () => {
  test('have a nextLink with the address of the request and a $skipToken', async () => {
    const { get } = await sharedSandbox();
    const question = eventsPath(production, {
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

  test('fill three pages with the last three days alone, each event once', async () => {
    const { all } = await sharedSandbox();
    const found = names(await all(eventsPath()));
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found).size).toBe(found.length);
  });

  test('are those of the last three days by default', async () => {
    const { all } = await sharedSandbox();
    const known = await all(eventsPath(production, { since: '1/1/2020' }));
    const young = known.filter((item) => Date.parse(propertiesOf(item).lastUpdateTime) >= start - 3 * DAY);
    expect(names(await all(eventsPath()))).toEqual(names(young));
    expect(known.length).toBeGreaterThan(young.length);
  });

  test('are those that were updated since queryStartTime', async () => {
    const { all } = await sharedSandbox();
    const everything = await all(eventsPath(production, { since: '1/1/2020' }));
    const from = Date.UTC(2026, 1, 28);
    const expected = everything.filter((item) => Date.parse(propertiesOf(item).lastUpdateTime) >= from);
    expect(names(await all(eventsPath(production, { since: '2/28/2026' })))).toEqual(names(expected));
  });

  test('include an old event that was updated lately', async () => {
    const { all, time } = await startSandbox();
    time.advance(4 * DAY);
    expect(names(await all(eventsPath()))).toContain('VAUL-2LT');
  });

  test.each([
    ["service eq 'Key Vault'", ['PAYM-7K2', 'RETI-1VA', 'VAUL-2LT']],
    ["service eq 'key vault'", ['PAYM-7K2', 'RETI-1VA', 'VAUL-2LT']],
    ["service eq 'Translator' or service eq 'Data Share'", ['ADVI-6DS', 'TRAN-6UP']],
    ["Region eq 'North Europe' or Service eq 'Translator'", ['MNT8-NET', 'STOR-8TH', 'TRAN-6UP']],
    ["region eq 'Global' and service eq 'Key Vault'", ['RETI-1VA']],
    ["service eq 'Astrology'", []],
    ['', undefined],
  ])('match the filter %j', async (filter, expected) => {
    const { all } = await sharedSandbox();
    const found = names(await all(eventsPath(production, { filter })));
    expect(found).toEqual(expected ?? names(await all(eventsPath())));
  });

  test('are those that affect it: an event can affect one subscription or both', async () => {
    const { all } = await sharedSandbox();
    const [one, other] = [await all(eventsPath(production)), await all(eventsPath(staging))].map(names);
    expect([one?.includes('PAYM-7K2'), other?.includes('PAYM-7K2'), other?.includes('SECU-3D9')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('can be listed with the version of the published clients', async () => {
    const { all } = await sharedSandbox();
    expect(names(await all(eventsPath(production, { version: '2022-10-01' })))).toEqual(names(await all(eventsPath())));
  });

  test.each(['eventSubType', 'eventTags', 'billingId', 'currencyType', 'oldRate', 'newRate', 'Billing'])(
    'do not contain %s, unlike the events of a resource',
    async (word) => {
      const { all } = await sharedSandbox();
      const [own, ofAResource] = [
        await all(eventsPath(production, { since: '1/1/2020' })),
        await all(resourceEventsPath()),
      ];
      const contain = [own, ofAResource].map((items) => JSON.stringify(items).includes(`"${word}"`));
      expect(contain).toEqual([false, true]);
    },
  );

  test('have these fields, with the fault health-fields-everywhere', async () => {
    const { get, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'health-fields-everywhere' });
    expect((await get(eventsPath())).body.value[0]?.properties['eventTags']).toEqual(['Action Recommended']);
  });

  test('begin at the midnight of another time zone, with the fault health-date-zone', async () => {
    const { all, sandbox, time } = await startSandbox();
    time.advance(DAY - 9 * HOUR - 10 * MINUTE);
    const question = eventsPath(production, { since: '3/2/2026' });
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
    const { get } = await sharedSandbox();
    expect(names((await get(resourceEventsPath(resource))).body.value)).toContain('PAYM-7K2');
  });

  test('fill three pages', async () => {
    const { all } = await sharedSandbox();
    expect((await all(resourceEventsPath())).length).toBeGreaterThan(10);
  });

  test('include old events', async () => {
    const { all } = await sharedSandbox();
    expect(names(await all(resourceEventsPath(database)))).toContain('SQLD-7FO');
  });

  test('include every sub type of billing, and a retirement', async () => {
    const { all } = await sharedSandbox();
    const types = (await all(resourceEventsPath())).map(({ properties }) => properties['eventSubType']);
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

  test('include a changed exchange rate', async () => {
    const { all } = await sharedSandbox();
    const item = (await all(resourceEventsPath(vault, "service eq 'Cost Management'"))).find(
      ({ name }) => name === 'BILL-1FX',
    );
    expect(item?.properties).toMatchObject({
      eventType: 'Billing',
      currencyType: 'EUR',
      oldRate: 0.9214,
      newRate: 0.9087,
    });
  });

  test('have tags on each update', async () => {
    const { all } = await sharedSandbox();
    const item = (await all(resourceEventsPath())).find(({ name }) => name === 'VAUL-2LT');
    expect(item?.properties['updates']).toMatchObject([{ eventTags: ['Preliminary PIR'] }, { eventTags: [] }, {}]);
  });

  test('are an empty list for a resource without events', async () => {
    const { get } = await sharedSandbox();
    const { status, body } = await get(resourceEventsPath(`${ledger}/providers/Vendor.Web/sites/quiet`));
    expect([status, body]).toEqual([200, { value: [] }]);
  });
});

describe('a sensitive event', () => {
  const hiddenIn = (text: string): boolean => !text.includes('registry password');

  test.each([
    ['in the list of the subscription', eventsPath(production, { filter: "service eq 'Container Instances'" })],
    ['in the list of the resource', resourceEventsPath(vault, "service eq 'Container Instances'")],
    ['when it is read alone', eventPath('SECU-3D9')],
  ])('hides summary, description and updates %s', async (_, path) => {
    const { get } = await sharedSandbox();
    expect(hiddenIn(JSON.stringify((await get(path)).body))).toBe(true);
  });

  test('shows them in its details', async () => {
    const { send } = await sharedSandbox();
    const { status, body } = await send(detailsPath('secu-3d9'), { method: 'POST' });
    expect([status, body.name, body.properties['isEventSensitive']]).toEqual([200, 'SECU-3D9', true]);
    expect(body.properties).toMatchObject({
      summary: expect.stringContaining('registry password'),
      description: expect.stringContaining('registry password'),
      updates: [{ summary: expect.stringContaining('registry password') }],
      impact: [{ impactedRegions: [{ updates: [{ summary: expect.stringContaining('registry password') }] }] }],
    });
  });

  test.each(['2025-05-01', '2025-04-01'])('shows its details with version %s', async (version) => {
    const { send } = await sharedSandbox();
    expect((await send(detailsPath('SECU-3D9', version), { method: 'POST' })).status).toBe(200);
  });

  test('refuses its details to the reader’s token, which may list events', async () => {
    const { send, get } = await sharedSandbox();
    const headers = { authorization: readerToken };
    const listing = await send(eventsPath(), { headers });
    const { status, body } = await send(detailsPath('SECU-3D9'), { method: 'POST', headers });
    const message = expect.stringContaining("/events/SECU-3D9' or the scope is invalid");
    const refused = { code: 'AuthorizationFailed', message, details: '' };
    expect([listing.status, status, body]).toMatchObject([200, 403, refused]);
    expect((await get(detailsPath('SECU-3D9'))).status).toBe(405);
  });

  test('is named by the control route info', async () => {
    const { get } = await sharedSandbox();
    expect((await get('/__sandbox/info')).body).toMatchObject({ sensitiveEvent: 'SECU-3D9' });
  });
});

describe('an error', () => {
  const flatOf = ({ status, body }: Reply): unknown => [status, body];

  test.each([
    ['an unreadable $filter', eventsPath(production, { filter: 'service like x' }), 400, 'InvalidFilter'],
    ['an unknown name in the $filter', eventsPath(production, { filter: "colour eq 'red'" }), 400, 'InvalidFilter'],
    ['half a $filter', eventsPath(production, { filter: "service eq 'A' or" }), 400, 'InvalidFilter'],
    ['another operator', eventsPath(production, { filter: "service ne 'A'" }), 400, 'InvalidFilter'],
    ['an unreadable $skipToken', `${eventsPath()}&$skipToken=x`, 400, 'InvalidSkipToken'],
    ['a date of another form', eventsPath(production, { since: '2026-02-28' }), 400, 'InvalidQueryStartTime'],
    ['a day that is none', eventsPath(production, { since: '2/30/2026' }), 400, 'InvalidQueryStartTime'],
    [
      'an unknown subscription',
      eventsPath('/subscriptions/99999999-9999-4999-8999-999999999999'),
      404,
      'SubscriptionNotFound',
    ],
    [
      'an unknown resource group',
      resourceEventsPath(vault.replace('rg-ledger', 'rg-none')),
      404,
      'ResourceGroupNotFound',
    ],
    ['a resource of two nesting levels', resourceEventsPath(`${database}/tables/a`), 400, 'InvalidResourceUri'],
    ['an unreadable $filter for a resource', resourceEventsPath(vault, 'x'), 400, 'InvalidFilter'],
    ['an unknown event', eventPath('NONE-000'), 404, 'EventNotFound'],
    ['an event of another subscription only', eventPath('SECU-1OL'), 404, 'EventNotFound'],
    ['an empty subscription', eventsPath('/subscriptions/'), 400, 'InvalidScope'],
    ['no version', `${production}${events}`, 400, 'MissingApiVersionParameter'],
    ['an empty version', `${production}${events}?api-version=`, 400, 'MissingApiVersionParameter'],
    [
      'the version of the other listing',
      eventsPath(production, { version: '2025-05-01' }),
      400,
      'InvalidApiVersionParameter',
    ],
  ])('about %s has the flat form, with details as a text', async (_, path, status, code) => {
    const { get } = await sharedSandbox();
    const found = flatOf(await get(path));
    expect(found).toEqual([status, { code, message: expect.any(String), details: expect.any(String) }]);
  });

  test('has the nested form, with the fault nested-errors, for every status', async () => {
    const { get, send, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'nested-errors' });
    const replies = [await get(eventPath('NONE-000')), await send(eventsPath(), { headers: { authorization: '' } })];
    expect(replies.map(({ body }) => body)).toEqual(
      ['EventNotFound', 'AuthenticationFailed'].map((code) => ({ error: { code, message: expect.any(String) } })),
    );
  });
});

describe('in the Microsoft namespace', () => {
  const theirs = (path: string): string => path.replaceAll('Vendor.', 'Microsoft.');

  test('ids, resources and the field enableMicrosoftSupport have its names', async () => {
    const { get } = await startSandbox({ namespace: 'Microsoft' });
    const [item] = (await get(theirs(resourceEventsPath()))).body.value;
    expect(item).toMatchObject({ id: theirs(`${events}/PAYM-7K2`), properties: { enableMicrosoftSupport: true } });
    expect(JSON.stringify(item)).not.toContain('Vendor');
  });
});
