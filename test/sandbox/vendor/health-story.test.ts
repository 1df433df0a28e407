import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY, HOUR, iso, MINUTE } from '../../../src/lib/clock.ts';
import {
  calm,
  database,
  events,
  listed,
  names,
  ofResource,
  regionsOf,
  told,
  tracked,
  vault,
} from './health-support.ts';
import { type Item, production, start, startSandbox, stop, stopAll } from './support.ts';

afterAll(stopAll);

describe('the incident of the payments team', () => {
  const at = async (minutes: number): Promise<Item> => {
    const { get, time } = await startSandbox();
    time.advance(minutes * MINUTE);
    return (await get(tracked('PAYM-7K2'))).body;
  };

  test.each([
    [0, 'Active', 'Warning', ['West Europe Active'], ['Action Recommended'], 2],
    [15, 'Active', 'Error', ['West Europe Active'], ['Action Recommended'], 3],
    [30, 'Active', 'Critical', ['West Europe Active', 'North Europe Active'], ['Action Recommended'], 4],
    [75, 'Active', 'Error', ['West Europe Active', 'North Europe Resolved'], ['Action Recommended'], 5],
    [105, 'Resolved', 'Error', ['West Europe Resolved', 'North Europe Resolved'], [], 6],
    [24 * 60, 'Resolved', 'Error', ['West Europe Resolved', 'North Europe Resolved'], ['Preliminary PIR'], 7],
    [5 * 24 * 60, 'Resolved', 'Error', ['West Europe Resolved', 'North Europe Resolved'], ['Final PIR'], 8],
  ])('is after %i minutes %s at level %s', async (minutes, status, eventLevel, regions, eventTags, updates) => {
    const item = await at(minutes);
    expect({ ...told(item), regions: regionsOf(item) }).toMatchObject({ status, eventLevel, eventTags, regions });
    expect(told(item).updates).toHaveLength(updates);
  });

  test('has ended when its last region was well again', async () => {
    expect(told(await at(5 * 24 * 60))).toMatchObject({
      impactStartTime: iso(start - 40 * MINUTE),
      impactMitigationTime: iso(start + 105 * MINUTE),
      duration: 145 * 60,
      lastUpdateTime: iso(start + 5 * DAY),
    });
  });

  test('stays one event in its place of the list', async () => {
    const { get, time } = await startSandbox();
    const before = names((await get(listed())).body.value);
    time.advance(15 * MINUTE);
    expect(names((await get(listed())).body.value)).toEqual(before);
  });
});

describe('at every moment of the story, every event', () => {
  const moments = [0, 1, 2, 3, 7, 25, 49, 80, 100, 170, 240, 400, 24 * 40].map((hours) => hours * HOUR);
  let seen: (readonly Item[])[];

  beforeAll(async () => {
    const { all, time, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'no-rate-limit' });
    seen = [];
    for (const [index, moment] of moments.entries()) {
      time.advance(moment - (moments[index - 1] ?? 0));
      seen.push([
        ...(await all(listed(production, { since: '1/1/2020' }))),
        ...(await all(ofResource(vault))),
        ...(await all(ofResource(database))),
      ]);
    }
  });

  const wrong = (isWrong: (item: Item) => boolean): readonly string[] => [
    ...new Set(names(seen.flat().filter(isWrong))),
  ];

  test('is resolved when all of its regions are, and not before', () => {
    const ended = (item: Item): string =>
      regionsOf(item).every((region) => region.endsWith(' Resolved')) ? 'Resolved' : 'Active';
    expect(wrong((item) => told(item).status !== ended(item))).toEqual([]);
  });

  test('has a priority from 0 to 23', () => {
    expect(wrong((item) => !(told(item).priority >= 0 && told(item).priority <= 23))).toEqual([]);
  });

  test('was updated last when its newest update says so', () => {
    const newest = (item: Item): string | undefined => told(item).updates?.[0]?.updateDateTime;
    expect(wrong((item) => newest(item) !== undefined && newest(item) !== told(item).lastUpdateTime)).toEqual([]);
  });

  test('was never updated later than now', () => {
    const early = seen.flatMap((items, index) =>
      items.filter((item) => Date.parse(told(item).lastUpdateTime) > start + (moments[index] ?? 0)),
    );
    expect(names(early)).toEqual([]);
  });

  test('keeps its earlier updates', () => {
    const before = new Map<string, string>();
    const lost = seen.flat().filter((item) => {
      const texts = (told(item).updates ?? [])
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

  test.each(Object.entries(words))(
    'has for %s one of the documented words, and each of them occurs',
    (field, known) => {
      expect(new Set(seen.flat().map(({ properties }) => properties[field]))).toEqual(new Set(known));
    },
  );

  test('has between them every documented field', () => {
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

  test('has an id without a subscription', () => {
    expect(wrong(({ id, name }) => id !== `${events}/${name}`)).toEqual([]);
  });
});

describe('priority', () => {
  const ranked = async (): Promise<readonly Item[]> => {
    const { all } = await calm();
    return all(listed(production, { since: '1/1/2020' }));
  };
  const best = (items: readonly Item[], fits: (item: Item) => boolean): readonly number[] =>
    items.filter(fits).map((item) => told(item).priority);
  const of = (type: string) => (item: Item) => item.properties['eventType'] === type;

  test('service issues rank above planned maintenance above health advisory', async () => {
    const items = await ranked();
    const [issues, planned, advisories] = ['ServiceIssue', 'PlannedMaintenance', 'HealthAdvisory'].map((type) =>
      best(items, of(type)),
    );
    expect(Math.max(...(issues ?? []))).toBeLessThan(Math.min(...(planned ?? [])));
    expect(Math.max(...(planned ?? []))).toBeLessThan(Math.min(...(advisories ?? [])));
  });

  test('critical above error above warning above informational, and active above resolved', async () => {
    const items = await ranked();
    const issue = (level: string, status: string): number | undefined =>
      best(
        items,
        (item) => of('ServiceIssue')(item) && told(item).eventLevel === level && told(item).status === status,
      )[0];
    const { get, time } = await startSandbox();
    const active: number[] = [];
    for (const minutes of [0, 15, 15]) {
      time.advance(minutes * MINUTE);
      active.push(told((await get(tracked('PAYM-7K2'))).body).priority);
    }
    expect([active, issue('Critical', 'Resolved'), issue('Error', 'Resolved'), issue('Warning', 'Resolved')]).toEqual([
      [4, 2, 0],
      1,
      3,
      5,
    ]);
  });
});

test('a sandbox that starts again on its store goes on where the clock stands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vendor-sandbox-'));
  const options = { store: `sqlite:${join(folder, 'vendor.db')}` };
  await stop(await startSandbox(options));
  const again = await startSandbox(options);
  again.time.advance(30 * MINUTE);
  const { body } = await again.get(tracked('PAYM-7K2'));
  await stop(again);
  await rm(folder, { recursive: true });
  expect(told(body).eventLevel).toBe('Critical');
});
