import { DAY, iso, MINUTE } from '../../../src/platform/lib/clock.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { scriptSchema } from '../../cloud/health/script.ts';
import { story } from '../../cloud/health/story.ts';
import { cloud } from '../../world.ts';
import { firstStage, many, put, putAny, script } from './health-script-support.ts';
import {
  detailsPath,
  eventPath,
  eventsPath,
  names,
  propertiesOf,
  resourceEventsPath,
  staging,
} from './health-support.ts';
import { type Item, production, type Running, start, startSandbox, useSandbox } from './support.ts';

const running = useSandbox();

const read = async ({ get }: Running, name: string): Promise<Item> => (await get(eventPath(name))).body;

test('scripts that are added follow the demo data in their order, each once, over any number of pages', async () => {
  const random = seededRandom(7);
  for (let run = 0; run < 5; run += 1) {
    const running = await startSandbox();
    const before = names(await running.all(eventsPath()));
    const scripts = many(1 + Math.floor(random() * 60));
    await put(running, ...scripts);
    expect(names(await running.all(eventsPath()))).toEqual([...before, ...scripts.map(({ name }) => name)]);
  }
});

test('scripts that are added show every field of the script', async () => {
  const properties = { reason: 'Unplanned', duration: 7, priority: 23, faqs: [], title: 'Another', header: null };
  await put(running, script('PROP-1', { properties }));
  expect((await read(running, 'PROP-1')).properties).toMatchObject(properties);
});

test('scripts that are added may be those of the demo data, which then keep their places', async () => {
  expect(story.filter((each) => !scriptSchema.safeParse(each).success)).toEqual([]);

  const everything = eventsPath(production, { since: '1/1/2020' });
  const before = await running.all(everything);
  await put(running, ...story.toReversed());
  expect(await running.all(everything)).toEqual(before);
});

test('a script counts from the moment of the request, by the sandbox’s clock', async () => {
  running.time.advance(DAY);
  await put(
    running,
    script('TIME-1', { stages: [firstStage, { at: MINUTE, says: 'It is over.', resolves: ['West Europe'] }] }),
  );
  const before = propertiesOf(await read(running, 'TIME-1'));
  running.time.advance(MINUTE);
  const after = propertiesOf(await read(running, 'TIME-1'));
  expect([before.lastUpdateTime, before.status, after.lastUpdateTime, after.status]).toEqual([
    iso(start + DAY),
    'Active',
    iso(start + DAY + MINUTE),
    'Resolved',
  ]);
});

test('a script may begin in the past or in the future', async () => {
  const past = { ...firstStage, at: -10 * DAY };
  await put(
    running,
    script('PAST-1', { stages: [past] }),
    script('SOON-1', { stages: [{ ...firstStage, at: MINUTE }] }),
  );
  const found = async () => names(await running.all(eventsPath(production, { since: '1/1/2020' })));
  expect([(await found()).includes('PAST-1'), (await found()).includes('SOON-1')]).toEqual([true, false]);
  running.time.advance(MINUTE);
  expect(await found()).toContain('SOON-1');
});

test('a script with a known name replaces the earlier script in its place', async () => {
  await put(running, script('SAME-1'), script('SAME-2'));
  await put(running, script('SAME-3'), script('SAME-1', { title: 'Told anew' }));
  expect(names(await running.all(eventsPath())).slice(-3)).toEqual(['SAME-1', 'SAME-2', 'SAME-3']);
  expect((await read(running, 'SAME-1')).properties['title']).toBe('Told anew');
});

test('a script is removed by a reset', async () => {
  await put(running, script('GONE-1'));
  await running.send('/__sandbox/reset', { method: 'POST', body: {} });
  expect((await running.get(eventPath('GONE-1'))).status).toBe(404);
});

test('a script may name unknown services, each with its own GUID', async () => {
  await put(running, script('WIDE-1', { services: ['Astrology', 'Alchemy', 'SQL Database'] }));
  const { impact } = (await read(running, 'WIDE-1')).properties as {
    impact: readonly { readonly impactedServiceGuid: string }[];
  };
  const ids = impact.map(({ impactedServiceGuid }) => impactedServiceGuid);
  expect([new Set(ids).size, ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))]).toEqual([
    3,
    true,
  ]);
});

test('a script may affect no service and no region: it is listed without a filter', async () => {
  await put(running, script('NONE-1', { stages: [{ at: 0, says: 'Something.' }] }));
  const filter = "service eq 'SQL Database'";
  expect(names(await running.all(eventsPath()))).toContain('NONE-1');
  expect(names(await running.all(eventsPath(production, { filter })))).not.toContain('NONE-1');
  expect(propertiesOf(await read(running, 'NONE-1')).status).toBe('Active');
});

test('a script has the field for vendor support in the name of the namespace', async () => {
  const running = await startSandbox({ namespace: 'Microsoft' });
  await put(running, script('SUPP-1', { properties: { enableVendorSupport: false } }));
  const { body } = await running.get(eventPath('SUPP-1').replace('Vendor.', 'Microsoft.'));
  expect([body.properties['enableMicrosoftSupport'], 'enableVendorSupport' in body.properties]).toEqual([false, false]);
});

const region = (impactedRegion: string, subscription: 'production' | 'staging', status = 'Active' as const) => ({
  impactedRegion,
  status,
  impactedSubscriptions: [cloud.subscriptions[subscription].id],
});
const own = script('IMPA-1', {
  services: [],
  properties: {
    impact: [
      { impactedService: 'Key Vault', impactedRegions: [region('North Europe', 'staging')] },
      { impactedService: 'Translator', impactedRegions: [region('Global', 'staging')] },
    ],
  },
  stages: [
    { at: 0, says: 'It began.' },
    { at: MINUTE, says: 'It is over.', changes: { status: 'Resolved' } },
  ],
});

test('a script with its own impact shows that impact unchanged in the affected subscriptions only, is found by it, and may have its own status', async () => {
  await put(running, own);
  const [item] = (await running.all(eventsPath(staging))).slice(-1);
  expect(item).toMatchObject({ name: 'IMPA-1', properties: { impact: own.properties?.impact } });
  expect(names(await running.all(eventsPath()))).not.toContain('IMPA-1');
  for (const [region, fits] of Object.entries({ 'North Europe': true, Global: false })) {
    const filter = `service eq 'Key Vault' and region eq '${region}'`;
    expect(names(await running.all(eventsPath(staging, { filter }))).includes('IMPA-1')).toBe(fits);
  }
  running.time.advance(MINUTE);
  const found = await running.all(eventsPath(staging, { filter: "region eq 'Global'" }));
  const ended = { status: 'Resolved', impactMitigationTime: iso(start + MINUTE), priority: 7 };
  expect(found.find(({ name }) => name === 'IMPA-1')?.properties).toMatchObject(ended);
});

const secret = 'the secret words';
const turning = script('TURN-1', {
  resources: ['vault'],
  properties: { article: { articleContent: secret } },
  stages: [
    { ...firstStage, says: secret },
    { at: MINUTE, says: `more ${secret}`, changes: { isEventSensitive: true } },
  ],
});
const shows = async ({ get }: Running, path: string): Promise<readonly [boolean, unknown]> => {
  const { body } = await get(path);
  const item = body.value ? body.value.find(({ name }) => name === 'TURN-1') : body;
  return [JSON.stringify(item).includes(secret), item?.properties['isEventSensitive']];
};
test('an event that becomes sensitive hides its texts from then on, in both lists and when it is read alone', async () => {
  await putAny(running, { scripts: [turning], alone: true });
  const filter = "service eq 'SQL Database'";
  const paths = [eventsPath(production, { filter }), resourceEventsPath(undefined, filter), eventPath('TURN-1')];
  const all = () => Promise.all(paths.map((path) => shows(running, path)));
  const before = await all();
  running.time.advance(MINUTE);
  expect([before, await all()]).toEqual([paths.map(() => [true, false]), paths.map(() => [false, true])]);
});

test('an event that becomes sensitive shows its texts in its details', async () => {
  await put(running, turning);
  running.time.advance(MINUTE);
  const { body } = await running.send(detailsPath('TURN-1'), { method: 'POST' });
  expect([body.properties['summary'], body.properties['article']]).toEqual([
    `more ${secret}`,
    { articleContent: secret },
  ]);
});

test('two hundred scripts fill forty pages, which can be read again after an expired nextLink', async () => {
  await putAny(running, { scripts: many(200), alone: true });
  const pages = async (path: string): Promise<number> => {
    const { body } = await running.get(path);
    return body.nextLink === undefined ? 1 : 1 + (await pages(body.nextLink));
  };
  const first = await running.get(eventsPath());
  running.sandbox.faults.set({ kind: 'skip-token-expired', operation: 'listSubscriptionHealthEvents', count: 1 });
  const expired = await running.get(first.body.nextLink ?? '');
  expect([expired.status, expired.body]).toMatchObject([400, { code: 'InvalidSkipToken' }]);
  expect(await pages(eventsPath())).toBe(40);
});

test('a review has the externalIncidentId of its incident', async () => {
  const [issue, review] = [await read(running, 'SQLD-7FO'), await read(running, 'ROOT-3SQ')].map(
    ({ properties }) => properties,
  );
  expect([issue?.['eventType'], review?.['eventType'], issue?.['externalIncidentId']]).toEqual([
    'ServiceIssue',
    'RCA',
    review?.['externalIncidentId'],
  ]);
});
