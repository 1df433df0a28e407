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
  staging,
  useHealth,
  vault,
} from './health-support.ts';
import { expectAnswers, ledger, production, readerToken, start, startSandbox } from './support.ts';

const shared = useHealth();
const { all, get, send } = shared;

test('the events of a subscription have a nextLink with the address of the request and a $skipToken', async () => {
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

test('the events of a subscription are those of the last three days by default', async () => {
  const known = await all(eventsPath(production, { since: '1/1/2020' }));
  const young = known.filter((item) => Date.parse(propertiesOf(item).lastUpdateTime) >= start - 3 * DAY);
  expect(names(await all(eventsPath()))).toEqual(names(young));
  expect(known.length).toBeGreaterThan(young.length);
});

test('the events of a subscription are those that were updated since queryStartTime', async () => {
  const everything = await all(eventsPath(production, { since: '1/1/2020' }));
  const from = Date.UTC(2026, 1, 28);
  const expected = everything.filter((item) => Date.parse(propertiesOf(item).lastUpdateTime) >= from);
  expect(names(await all(eventsPath(production, { since: '2/28/2026' })))).toEqual(names(expected));
});

test('the events of a subscription include an old event that was updated lately', async () => {
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
])('the events of a subscription match the filter %j', async (filter, expected) => {
  const found = names(await all(eventsPath(production, { filter })));
  expect(found).toEqual(expected ?? names(await all(eventsPath())));
});

test('the events of a subscription are those that affect it: an event can affect one subscription or both', async () => {
  const [one, other] = [await all(eventsPath(production)), await all(eventsPath(staging))].map(names);
  expect([one?.includes('PAYM-7K2'), other?.includes('PAYM-7K2'), other?.includes('SECU-3D9')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('the events of a subscription do not contain what is documented for the events of a resource only', async () => {
  const fields = ['eventSubType', 'eventTags', 'billingId', 'currencyType', 'oldRate', 'newRate', 'Billing'];
  const lists = [await all(eventsPath(production, { since: '1/1/2020' })), await all(resourceEventsPath())];
  const contained = lists.map((items) => fields.filter((word) => JSON.stringify(items).includes(`"${word}"`)));
  expect(contained).toEqual([[], fields]);
});

test('the events of a subscription contain the fields of a resource’s events, with the fault health-fields-everywhere', async () => {
  const { get, sandbox } = await startSandbox();
  sandbox.faults.set({ kind: 'health-fields-everywhere' });
  expect((await get(eventsPath())).body.value[0]?.properties['eventTags']).toEqual(['Action Recommended']);
});

test('the events of a subscription begin at the midnight of another time zone, with the fault health-date-zone', async () => {
  const { all, sandbox, time } = await startSandbox();
  time.advance(DAY - 9 * HOUR - 10 * MINUTE);
  const question = eventsPath(production, { since: '3/2/2026' });
  const inUtc = names(await all(question));
  sandbox.faults.set({ kind: 'health-date-zone', hours: -12 });
  expect(inUtc).toContain('PAYM-7K2');
  expect(names(await all(question))).not.toContain('PAYM-7K2');
});

test('the events of a resource are listed for a resource, also of one nesting level, in another case and behind two slashes', async () => {
  for (const resource of [vault, database, vault.toUpperCase(), `/${vault}`])
    expect(names((await get(resourceEventsPath(resource))).body.value)).toContain('PAYM-7K2');
  expect(names(await all(resourceEventsPath(database)))).toContain('SQLD-7FO');
});

test('the events of a resource include every sub type of billing, a retirement, a changed exchange rate, and tags on each update', async () => {
  const items = await all(resourceEventsPath());
  const rates = ['ForeignExchangeRateChange', 'PriceChanges', 'TaxChanges', 'MeterIDChanges'];
  const others = ['Underbilling', 'Overbilling', 'UnauthorizedPartyAbuse', 'Retirement', undefined];
  const types = items.map(({ properties }) => properties['eventSubType']);
  expect(new Set(types)).toEqual(new Set([...rates, ...others]));
  const billing = { eventType: 'Billing', currencyType: 'EUR', oldRate: 0.9214, newRate: 0.9087 };
  const updates = [{ eventTags: ['Preliminary PIR'] }, { eventTags: [] }, {}];
  const found = ['BILL-1FX', 'VAUL-2LT'].map((tracked) => items.find(({ name }) => name === tracked)?.properties);
  expect(found).toMatchObject([billing, { updates }]);
});

test('the events of a resource are an empty list for a resource without events', async () => {
  const { status, body } = await get(resourceEventsPath(`${ledger}/providers/Vendor.Web/sites/quiet`));
  expect([status, body]).toEqual([200, { value: [] }]);
});

test('a sensitive event hides summary, description and updates in both lists and when it is read alone', async () => {
  const filter = "service eq 'Container Instances'";
  for (const path of [eventsPath(production, { filter }), resourceEventsPath(vault, filter), eventPath('SECU-3D9')])
    expect(JSON.stringify((await get(path)).body)).not.toContain('registry password');
});

test('a sensitive event shows summary, description and updates in its details', async () => {
  const { status, body } = await send(detailsPath('secu-3d9', '2025-04-01'), { method: 'POST' });
  expect([status, body.name, body.properties['isEventSensitive']]).toEqual([200, 'SECU-3D9', true]);
  expect(body.properties).toMatchObject({
    summary: expect.stringContaining('registry password'),
    description: expect.stringContaining('registry password'),
    updates: [{ summary: expect.stringContaining('registry password') }],
    impact: [{ impactedRegions: [{ updates: [{ summary: expect.stringContaining('registry password') }] }] }],
  });
});

test('a sensitive event refuses its details to the reader’s token, which may list events', async () => {
  const headers = { authorization: readerToken };
  const listing = await send(eventsPath(), { headers });
  const { status, body } = await send(detailsPath('SECU-3D9'), { method: 'POST', headers });
  const message = expect.stringContaining("/events/SECU-3D9' or the scope is invalid");
  const refused = { code: 'AuthorizationFailed', message, details: '' };
  expect([listing.status, status, body]).toMatchObject([200, 403, refused]);
  expect((await get(detailsPath('SECU-3D9'))).status).toBe(405);
});

test('an error has the flat form, with details as a text', async () => {
  const { body } = await get(eventPath('NONE-000'));
  expect(body).toEqual({ code: 'EventNotFound', message: expect.any(String), details: expect.any(String) });
});

test('an error is given for what cannot be read and what does not exist', async () => {
  const filtered = (filter: string) => eventsPath(production, { filter });
  await expectAnswers(shared, {
    'an unknown name in the $filter': ['400 InvalidFilter', filtered("colour eq 'red'")],
    'half a $filter': ['400 InvalidFilter', filtered("service eq 'A' or")],
    'another operator': ['400 InvalidFilter', filtered("service ne 'A'")],
    'a day that is none': ['400 InvalidQueryStartTime', eventsPath(production, { since: '2/30/2026' })],
    'an event of another subscription only': ['404 EventNotFound', eventPath('SECU-1OL')],
    'an empty subscription': ['400 InvalidScope', eventsPath('/subscriptions/')],
    'an empty version': ['400 MissingApiVersionParameter', `${production}${events}?api-version=`],
    'the version of the other listing': [
      '400 InvalidApiVersionParameter',
      eventsPath(production, { version: '2025-05-01' }),
    ],
  });
});

test('an error has the nested form, with the fault nested-errors, for every status', async () => {
  const { get, send, sandbox } = await startSandbox();
  sandbox.faults.set({ kind: 'nested-errors' });
  const replies = [await get(eventPath('NONE-000')), await send(eventsPath(), { headers: { authorization: '' } })];
  expect(replies.map(({ body }) => body)).toEqual(
    ['EventNotFound', 'AuthenticationFailed'].map((code) => ({ error: { code, message: expect.any(String) } })),
  );
});

const theirs = (path: string): string => path.replaceAll('Vendor.', 'Microsoft.');

test('in the Microsoft namespace ids, resources and the field enableMicrosoftSupport have its names', async () => {
  const { get } = await startSandbox({ namespace: 'Microsoft' });
  const [item] = (await get(theirs(resourceEventsPath()))).body.value;
  expect(item).toMatchObject({ id: theirs(`${events}/PAYM-7K2`), properties: { enableMicrosoftSupport: true } });
  expect(JSON.stringify(item)).not.toContain('Vendor');
});
