import { DAY, HOUR, iso, MINUTE } from '../../../src/platform/lib/clock.ts';
import {
  database,
  eventPath,
  events,
  eventsPath,
  names,
  propertiesOf,
  regionsOf,
  resourceEventsPath,
  useHealth,
  vault,
} from './health-support.ts';
import { type Item, production, start, startSandbox } from './support.ts';

const { all } = useHealth();

const at = async (minutes: number): Promise<Item> => {
  const { get, time } = await startSandbox();
  time.advance(minutes * MINUTE);
  return (await get(eventPath('PAYM-7K2'))).body;
};

test.each([
  [0, 'Active', 'Warning', ['West Europe Active'], ['Action Recommended'], 2],
  [15, 'Active', 'Error', ['West Europe Active'], ['Action Recommended'], 3],
  [30, 'Active', 'Critical', ['West Europe Active', 'North Europe Active'], ['Action Recommended'], 4],
  [75, 'Active', 'Error', ['West Europe Active', 'North Europe Resolved'], ['Action Recommended'], 5],
  [105, 'Resolved', 'Error', ['West Europe Resolved', 'North Europe Resolved'], [], 6],
  [24 * 60, 'Resolved', 'Error', ['West Europe Resolved', 'North Europe Resolved'], ['Preliminary PIR'], 7],
  [5 * 24 * 60, 'Resolved', 'Error', ['West Europe Resolved', 'North Europe Resolved'], ['Final PIR'], 8],
])(
  'the incident of the payments team after %i minutes is %s at level %s',
  async (minutes, status, eventLevel, regions, eventTags, updates) => {
    const item = await at(minutes);
    expect({ ...propertiesOf(item), regions: regionsOf(item) }).toMatchObject({
      status,
      eventLevel,
      eventTags,
      regions,
    });
    expect(propertiesOf(item).updates).toHaveLength(updates);
  },
);

test('the incident of the payments team ends when its last region is resolved', async () => {
  expect(propertiesOf(await at(5 * 24 * 60))).toMatchObject({
    impactStartTime: iso(start - 40 * MINUTE),
    impactMitigationTime: iso(start + 105 * MINUTE),
    duration: 145 * 60,
    lastUpdateTime: iso(start + 5 * DAY),
  });
});

describe('at every moment of the demo data, every event', () => {
  const moments = [0, 1, 2, 3, 7, 25, 49, 80, 100, 170, 240, 400, 24 * 40].map((hours) => hours * HOUR);
  let seen: (readonly Item[])[];

  beforeAll(async () => {
    const { all, time, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'no-rate-limit' });
    seen = [];
    for (const [index, moment] of moments.entries()) {
      time.advance(moment - (moments[index - 1] ?? 0));
      seen.push([
        ...(await all(eventsPath(production, { since: '1/1/2020' }))),
        ...(await all(resourceEventsPath(vault))),
        ...(await all(resourceEventsPath(database))),
      ]);
    }
  });

  test('is resolved exactly when all of its regions are, and has a priority, its last update and its id', () => {
    const rules: Readonly<Record<string, (item: Item) => boolean>> = {
      'is resolved with its regions': (item) =>
        (propertiesOf(item).status === 'Resolved') === regionsOf(item).every((region) => region.endsWith(' Resolved')),
      'has a priority from 0 to 23': (item) => propertiesOf(item).priority >= 0 && propertiesOf(item).priority <= 23,
      'has the time of its newest update': (item) => {
        const { updates: [newest] = [], lastUpdateTime } = propertiesOf(item);
        return newest === undefined || newest.updateDateTime === lastUpdateTime;
      },
      'has an id without a subscription': ({ id, name }) => id === `${events}/${name}`,
    };
    const broken = Object.entries(rules).flatMap(([rule, holds]) =>
      seen.flat().flatMap((item) => (holds(item) ? [] : [`${item.name} breaks: ${rule}`])),
    );
    expect(broken).toEqual([]);
  });

  test('has no lastUpdateTime in the future', () => {
    const early = seen.flatMap((items, index) =>
      items.filter((item) => Date.parse(propertiesOf(item).lastUpdateTime) > start + (moments[index] ?? 0)),
    );
    expect(names(early)).toEqual([]);
  });

  test('keeps its earlier updates', () => {
    const before = new Map<string, string>();
    const lost = seen.flat().filter((item) => {
      const texts = (propertiesOf(item).updates ?? [])
        .map(({ summary }) => summary)
        .reverse()
        .join();
      const kept = texts.startsWith(before.get(item.name) ?? '') || texts === '';
      before.set(item.name, texts);
      return !kept;
    });
    expect(names(lost)).toEqual([]);
  });

  const words: Readonly<Record<string, readonly string[]>> = {
    eventType: [
      'ServiceIssue',
      'PlannedMaintenance',
      'HealthAdvisory',
      'RCA',
      'EmergingIssues',
      'SecurityAdvisory',
      'Billing',
    ],
    eventSource: ['ResourceHealth', 'ServiceHealth'],
    status: ['Active', 'Resolved'],
    eventLevel: ['Critical', 'Error', 'Warning', 'Informational'],
    level: ['Critical', 'Warning'],
  };

  test.each(Object.entries(words))('has a documented value of %s, and each value occurs: %j', (field, known) => {
    expect(new Set(seen.flat().map(({ properties }) => properties[field]))).toEqual(new Set(known));
  });

  test('has no field but the documented ones, and each field occurs', () => {
    const fields = new Set(seen.flat().flatMap(({ properties }) => Object.keys(properties)));
    const documented = [
      ...Object.keys(words),
      ...['eventSubType', 'title', 'header', 'summary', 'description', 'article', 'additionalInformation', 'links'],
      ...['impact', 'updates', 'eventTags', 'recommendedActions', 'faqs', 'impactStartTime', 'impactMitigationTime'],
      ...['lastUpdateTime', 'duration', 'priority', 'isEventSensitive', 'isHIR', 'hirStage', 'platformInitiated'],
      ...['enableVendorSupport', 'enableChatWithUs', 'externalIncidentId', 'reason', 'impactType', 'billingId'],
      ...['currencyType', 'oldRate', 'newRate'],
    ];
    expect([...fields].sort()).toEqual(documented.sort());
  });

  test('has for each affected service the same GUID, and no two services have the same', () => {
    const guids = new Map<string, Set<string>>();
    for (const { properties } of seen.flat())
      for (const one of properties['impact'] as { impactedService: string; impactedServiceGuid: string }[])
        guids.set(one.impactedService, (guids.get(one.impactedService) ?? new Set()).add(one.impactedServiceGuid));
    expect([...guids.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(new Set([...guids.values()].flatMap((one) => [...one])).size).toBe(guids.size);
  });

  test.each([
    ['integers', ['priority', 'duration'], (value: unknown) => Number.isInteger(value)],
    [
      'true or false',
      ['isEventSensitive', 'isHIR', 'platformInitiated', 'enableVendorSupport', 'enableChatWithUs'],
      (value: unknown) => typeof value === 'boolean',
    ],
    [
      'date-times',
      ['impactStartTime', 'impactMitigationTime', 'lastUpdateTime'],
      (value: unknown) => /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)),
    ],
  ])('has %s in the fields %j', (_, fields, fits) => {
    const values = seen
      .flat()
      .flatMap(({ properties }) => fields.flatMap((field) => (field in properties ? [properties[field]] : [])));
    expect([values.length > 0, values.filter((value) => !fits(value))]).toEqual([true, []]);
  });
});

const ranked = async (): Promise<readonly Item[]> => {
  return all(eventsPath(production, { since: '1/1/2020' }));
};
const best = (items: readonly Item[], fits: (item: Item) => boolean): readonly number[] =>
  items.filter(fits).map((item) => propertiesOf(item).priority);
const of = (type: string) => (item: Item) => item.properties['eventType'] === type;

test('the priority ranks service issues above planned maintenance above health advisories', async () => {
  const items = await ranked();
  const [issues, planned, advisories] = ['ServiceIssue', 'PlannedMaintenance', 'HealthAdvisory'].map((type) =>
    best(items, of(type)),
  );
  expect(Math.max(...(issues ?? []))).toBeLessThan(Math.min(...(planned ?? [])));
  expect(Math.max(...(planned ?? []))).toBeLessThan(Math.min(...(advisories ?? [])));
});

test('the priority ranks critical above error above warning, and active above resolved', async () => {
  const items = await ranked();
  const issue = (level: string, status: string): number | undefined =>
    best(
      items,
      (item) =>
        of('ServiceIssue')(item) && propertiesOf(item).eventLevel === level && propertiesOf(item).status === status,
    )[0];
  const { get, time } = await startSandbox();
  const active: number[] = [];
  for (const minutes of [0, 15, 15]) {
    time.advance(minutes * MINUTE);
    active.push(propertiesOf((await get(eventPath('PAYM-7K2'))).body).priority);
  }
  expect([active, issue('Critical', 'Resolved'), issue('Error', 'Resolved'), issue('Warning', 'Resolved')]).toEqual([
    [4, 2, 0],
    1,
    3,
    5,
  ]);
});
