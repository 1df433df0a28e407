import { SECOND } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { eventPath, eventsPath, names, propertiesOf, regionsOf, staging, vault } from './health-support.ts';
import { type Item, production, type Running, startSandbox, useSandbox } from './support.ts';

const running = useSandbox();

const begin = async ({ send }: Running): Promise<string> => {
  const { status, body } = await send('/__sandbox/incident', { method: 'POST', body: {} });
  expect(status).toBe(200);
  return (body as unknown as { readonly trackingId: string }).trackingId;
};

const reviewsOf = async (running: Running, incident: Item): Promise<readonly Item[]> => {
  const everything = await running.all(eventsPath());
  const { externalIncidentId } = incident.properties;
  return everything.filter(
    ({ properties }) => properties['eventType'] === 'RCA' && properties['externalIncidentId'] === externalIncidentId,
  );
};

const west = 'West Europe Active';
const north = 'North Europe Active';
const well = ['West Europe Resolved', 'North Europe Resolved'];

test.each([
  [0, 'Active', 'Warning', [west], ['Action Recommended'], 'active', 1, 0],
  [20, 'Active', 'Warning', [west], ['Action Recommended'], 'active', 2, 0],
  [45, 'Active', 'Error', [west, north], ['Action Recommended'], 'active', 3, 0],
  [75, 'Active', 'Error', [west, north], ['Action Recommended'], 'active', 4, 0],
  [105, 'Active', 'Error', [west, 'North Europe Resolved'], ['Action Recommended'], 'active', 5, 0],
  [135, 'Resolved', 'Error', well, [], 'resolved', 6, 0],
  [165, 'Resolved', 'Error', well, ['Preliminary PIR'], 'rca', 7, 0],
  [194, 'Resolved', 'Error', well, ['Preliminary PIR'], 'rca', 7, 0],
  [195, 'Resolved', 'Error', well, ['Preliminary PIR'], 'rca', 7, 1],
])(
  'the demo incident after %i seconds is %s at level %s',
  async (seconds, status, eventLevel, regions, eventTags, hirStage, updates, reviews) => {
    const name = await begin(running);
    running.time.advance(seconds * SECOND);
    const { body } = await running.get(eventPath(name));
    expect(body.properties).toMatchObject({ eventType: 'ServiceIssue', status, eventLevel, eventTags, hirStage });
    expect([regionsOf(body), propertiesOf(body).updates?.length]).toEqual([regions, updates]);
    expect(await reviewsOf(running, body)).toHaveLength(reviews);
  },
);

test('the demo incident affects two services in both subscriptions, and the resources', async () => {
  const name = await begin(running);
  const places = [eventsPath(production), eventsPath(staging), eventsPath(vault, { version: '2025-05-01' })];
  const found = await Promise.all(places.map(async (place) => names(await running.all(place)).includes(name)));
  expect([found, propertiesOf((await running.get(eventPath(name))).body).impact.length]).toEqual([
    [true, true, true],
    2,
  ]);
});

test('the demo incident has a new tracking id of the form DEMO-1AB each time, and its own review', async () => {
  const started = [await begin(running), await begin(running), await begin(running)];
  running.time.advance(195 * SECOND);
  const items = await Promise.all(started.map(async (name) => (await running.get(eventPath(name))).body));
  const reviews = (await Promise.all(items.map((item) => reviewsOf(running, item)))).flat();
  const all = [...started, ...names(reviews)];
  expect([new Set(all).size, all.every((name) => /^DEMO-[1-9][A-Z]{2}$/.test(name))]).toEqual([6, true]);
});

test('the demo incident gets a free tracking id when the random number repeats', async () => {
  const guid = (): string => `00000000${randomIds.guid().slice(8)}`;
  const running = await startSandbox({ ids: { ...randomIds, guid } });
  expect(new Set([await begin(running), await begin(running)]).size).toBe(2);
});

test('the demo incident is active until it is resolved', async () => {
  const { incident } = running.sandbox;
  const states = [await incident.isActive()];
  await incident.begin();
  for (const seconds of [0, 134, 1, 60]) {
    running.time.advance(seconds * SECOND);
    states.push(await incident.isActive());
  }
  expect(states).toEqual([false, true, true, false, false]);
});
