import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { alertContent, sampleItem, signalOf, subjectOf } from '#features/health/alert-source.ts';
import { renderSummary } from '#features/health/cards/summary-card.ts';
import { type HealthItem, healthItem, toItem } from '#features/health/item.ts';
import { merge } from '#features/health/merge.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { randomEvent } from '../../../proof/health/size/event.ts';
import { diceOf } from '../../../proof/lib/dice.ts';
import { eventOf, SUBSCRIPTION, wholeEvent } from './events.ts';

const words = loadTexts().for('en');
const portalOf = (id: string): string => `https://portal.example/${id}`;
const itemOf = (event: HealthEvent): HealthItem => toItem(event, SUBSCRIPTION, portalOf);

const MARKER = 'm4rker';

/** The event with a marker in every text except those that a sensitive event may show. */
const marked = (value: unknown, name = ''): unknown => {
  const open =
    /^(id|name|type|eventType|status|eventLevel|level|impactedService|impactedRegion|impactedSubscriptions)$/;
  if (open.test(name)) return value;
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? value : `${MARKER} https://${MARKER}.example/x ${value}`;
  if (Array.isArray(value)) return value.map((one) => marked(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, marked(field, key)]));
};

const sensitive = (run: number): HealthEvent => {
  const event =
    run === 0
      ? wholeEvent({ hirStage: 'rca', billingId: 'B-1', currencyType: 'EUR', reason: 'x' })
      : randomEvent(diceOf(3, run));
  const unknownWords = { eventType: MARKER, eventLevel: MARKER, eventSubType: MARKER };
  return { ...(marked(event) as HealthEvent), ...(run % 2 === 1 ? unknownWords : {}), isEventSensitive: true };
};

describe('a sensitive event', () => {
  it('a sensitive event has none of its texts in the stored item, on cards, in lists and on buttons', () => {
    for (let run = 0; run < 20; run += 1) {
      const item = itemOf(sensitive(run));
      const summary = renderSummary(
        { found: [{ item, places: ['Payments'] }], unread: [], names: { services: [], regions: [] } },
        { targets: [], filter: {}, since: 0 },
        { page: 0 },
        words,
      );
      const shown = [item, alertContent(item, words), signalOf(item), subjectOf(item), summary];
      expect(JSON.stringify(shown).includes(MARKER)).toBe(false);
      expect(item.hidden).toBe(true);
    }
  });

  it('a sensitive event keeps its id, level, services, regions, times and portal', () => {
    const item = itemOf(wholeEvent({ isEventSensitive: true, eventType: 'SecurityAdvisory' }));
    const kept = ['further', 'hidden', 'id', 'level', 'links', 'open', 'portal', 'rank', 'regions', 'services'];
    expect(Object.keys(item).sort()).toEqual([
      ...kept,
      'startedAt',
      'subscriptions',
      'text',
      'title',
      'type',
      'updatedAt',
    ]);
    expect(item).toMatchObject({ title: '', text: '', links: [], portal: 'https://portal.example/PAYM-7K2' });
  });

  it('a sensitive event is also a security advisory that does not say whether it is', () => {
    expect(itemOf(eventOf({ eventType: 'SecurityAdvisory' })).hidden).toBe(true);
    expect(itemOf(eventOf({ eventType: 'SecurityAdvisory', isEventSensitive: false })).hidden).toBe(false);
    expect(itemOf(eventOf()).hidden).toBe(false);
  });
});

it.each([
  ['a level', { eventLevel: 'Critical' }, { level: 'critical' }],
  [
    'the other level field, if the first one is absent,',
    { eventLevel: undefined, level: 'Warning' },
    { level: 'warning' },
  ],
  ['an unknown level', { eventLevel: 'Purple' }, { level: 'informational' }],
  ['no priority', { eventLevel: 'Error', status: 'Resolved' }, { rank: 3, open: false }],
  ['an unknown type', { eventType: 'Party' }, { type: '', rank: 18 }],
  [
    'the newest update in place of the description',
    { description: 'Old.', updates: [{ summary: 'New.' }] },
    { text: 'New.' },
  ],
  [
    'a title that was escaped once too often',
    { title: 'sign-in fails &amp; tokens expire' },
    { title: 'sign-in fails & tokens expire' },
  ],
  ['a title of markup', { title: 'A\n title' }, { title: 'A title' }],
  [
    'links that are https',
    { description: 'See https://a.example/x and http://b.example.' },
    { links: [{ title: 'a.example/x', url: 'https://a.example/x' }] },
  ],
])('%s is stored as expected', (_what, properties, item) => {
  expect(itemOf(eventOf(properties))).toMatchObject(item);
});

it('a region is open while one of its services is', () => {
  const impact = ['Resolved', 'Active'].map((status, index) => ({
    impactedService: `S${index}`,
    impactedRegions: [
      { impactedRegion: 'West Europe', status },
      { impactedRegion: `R${index}`, status: 'Resolved' },
    ],
  }));
  expect(itemOf(eventOf({ impact })).regions).toEqual([
    { name: 'West Europe', open: true },
    { name: 'R0', open: false },
    { name: 'R1', open: false },
  ]);
});

it('the listing subscription comes first, and only ids are stored', () => {
  const impactedSubscriptions = ['Payments', SUBSCRIPTION.replace('1d01', '1d02').toUpperCase()];
  const impact = [{ impactedService: 'S', impactedRegions: [{ impactedRegion: 'R', impactedSubscriptions }] }];
  expect(itemOf(eventOf({ impact })).subscriptions).toEqual([SUBSCRIPTION, SUBSCRIPTION.replace('1d01', '1d02')]);
});

describe('the signal of an event', () => {
  it.each([
    ['the tracking id in its title', { title: 'RCA (Tracking ID: PAYM-7K2)', externalIncidentId: '7' }, 'PAYM-7K2'],
    ['else the incident’s number', { title: 'What led to it', externalIncidentId: '731904552' }, 'external:731904552'],
    ['or nothing', { title: 'What led to it' }, undefined],
  ])('the signal of an event names the incident of a review by %s', (_how, properties, explains) => {
    expect(signalOf(itemOf(eventOf({ eventType: 'RCA', ...properties }, 'ROOT-3SQ'))).explains).toBe(explains);
  });

  it('the signal of an event has the number of an incident as an alias, but not of a review', () => {
    expect(signalOf(itemOf(eventOf({ externalIncidentId: '7' }))).aliases).toEqual(['external:7']);
    expect(signalOf(itemOf(eventOf({ eventType: 'RCA', externalIncidentId: '7' }))).aliases).toEqual([]);
  });

  it.each([
    [{ eventTags: ['Preliminary PIR', 'Final PIR'] }, 'Final PIR'],
    [{ eventTags: ['Action Recommended', 'Preliminary PIR'] }, 'Preliminary PIR'],
    [{ hirStage: 'RCA' }, 'Preliminary PIR'],
    [{ hirStage: 'active', eventTags: ['False Positive'] }, ''],
  ])('the signal of an event with %j has the review “%s”', (properties, review) => {
    expect(signalOf(itemOf(eventOf(properties))).review).toBe(review);
  });
});

describe('two merged versions of one event', () => {
  const versions = Array.from({ length: 80 }, (_, run) => {
    const [a, b] = [0, 1].map((side) => {
      const event = randomEvent(diceOf(5, run * 2 + side));
      const hidden = diceOf(6, run * 2 + side).oneIn(3);
      return itemOf({ ...event, isEventSensitive: hidden });
    });
    return [a, b] as [HealthItem, HealthItem];
  });

  it('have the newer text, and are a valid item', () => {
    for (const [a, b] of versions) {
      const merged = merge(a, b);
      expect(healthItem.parse(merged)).toEqual(merged);
      expect(merged.updatedAt).toBe(Math.max(a.updatedAt, b.updatedAt));
      if (!a.hidden && !b.hidden) expect(merged.text).toBe((b.updatedAt >= a.updatedAt ? b : a).text);
    }
  });

  it('two merged versions of one event are hidden if one of them is', () => {
    for (const [a, b] of versions) {
      const { hidden, title, text, links, tags } = merge(a, b);
      expect(hidden).toBe(a.hidden || b.hidden);
      if (hidden) expect({ title, text, links, tags }).toEqual({ title: '', text: '', links: [] });
    }
  });

  it('equal each other if they are the same, and do not depend on their order', () => {
    for (const [a, b] of versions) {
      expect(merge(a, a)).toEqual(a);
      if (a.updatedAt !== b.updatedAt)
        expect({ ...merge(a, b), subscriptions: [] }).toEqual({ ...merge(b, a), subscriptions: [] });
    }
  });

  it('two merged versions of one event of two lists with the same update time do not take turns', () => {
    const version = (tellers: string[], subscription: string, region: string, title: string): HealthItem => ({
      ...itemOf(
        eventOf({
          title,
          impact: [{ impactedService: region, impactedRegions: [{ impactedRegion: region, status: 'Active' }] }],
          lastUpdateTime: '2026-01-01T00:00:00Z',
        }),
      ),
      ...{ tellers, subscriptions: [subscription] },
    });
    const [west, north] = [version(['a'], 'a', 'West', 'In West'), version(['b'], 'b', 'North', 'In North')];
    const both = merge(west, north);
    expect(both).toMatchObject({
      ...{ title: 'In West', services: ['West', 'North'], subscriptions: ['a', 'b'] },
      regions: [
        { name: 'West', open: true },
        { name: 'North', open: true },
      ],
    });
    expect(merge(both, west)).toEqual(both);
    expect(merge(both, north)).toEqual(both);
    const later = merge(both, { ...north, open: false, updatedAt: north.updatedAt + 1, regions: [] });
    expect(later.regions).toEqual([
      { name: 'West', open: false },
      { name: 'North', open: false },
    ]);
    expect(merge(later, west)).toEqual(later);
  });

  it('take a change of the same list with the same update time', () => {
    const known = itemOf(eventOf({ impactStartTime: '2026-01-01T00:00:00Z' }));
    expect(merge(known, { ...known, open: false })).toMatchObject({ open: false });
  });

  it('keep the fields that only the list of a resource has', () => {
    const known = itemOf(
      eventOf({
        eventType: 'HealthAdvisory',
        eventSubType: 'Retirement',
        eventTags: ['Final PIR'],
        lastUpdateTime: '2026-01-01T00:00:00Z',
      }),
    );
    const newer = itemOf(eventOf({ eventType: 'HealthAdvisory', lastUpdateTime: '2026-01-02T00:00:00Z' }));
    expect(merge(known, newer)).toMatchObject({
      subType: 'Retirement',
      tags: ['Final PIR'],
      updatedAt: newer.updatedAt,
    });
  });
});

it('a test alert is marked as a test and has no details', () => {
  const content = alertContent(sampleItem(Date.now()), words);
  expect(content.title).toBe(words.markdown('health.sample.title'));
  expect(content.buttons).toEqual([]);
  expect(healthItem.parse(sampleItem(0))).toEqual(sampleItem(0));
});

it('card buttons of other features get the id of an event, not its title', () => {
  const item = itemOf(wholeEvent({ isEventSensitive: false }));
  expect(item.title).not.toBe('');
  expect(subjectOf(item).called).toBe(item.id);
});

it('an alert names the fields that could not be read', () => {
  const item = { ...sampleItem(Date.now()), leftOut: ['duration', 'faqs'] };
  const { facts } = alertContent(item, words);
  expect(facts).toContainEqual({ title: words.plain('health.label.leftOut'), value: 'duration, faqs' });
});

it('an event is sensitive when nobody can read whether it is', () => {
  const isHidden = (fields: Parameters<typeof eventOf>[0]): boolean => itemOf(eventOf(fields)).hidden;
  expect([isHidden({ isEventSensitive: 'yes' }), isHidden({ eventType: 7 }), isHidden({ duration: 'x' })]).toEqual([
    true,
    true,
    false,
  ]);
});
