import type { HealthEvent } from '../../../src/api/operations/health-events-schemas.ts';
import { alertContent, sampleItem, signalOf, subjectOf } from '../../../src/features/health/alert-source.ts';
import { renderSummary } from '../../../src/features/health/cards/summary-card.ts';
import { type HealthItem, healthItem, toItem } from '../../../src/features/health/item.ts';
import { merge } from '../../../src/features/health/merge.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { randomEvent } from '../../proof/health/size/event.ts';
import { diceOf } from '../../proof/run-on-stores.ts';
import { eventOf, SUBSCRIPTION, wholeEvent } from './events.ts';

const words = loadTexts().for('en');
const portalOf = (id: string): string => `https://portal.example/${id}`;
const itemOf = (event: HealthEvent): HealthItem => toItem(event, SUBSCRIPTION, portalOf);

const PLANTED = 'pl4nted';

/** The same event with planted words in every text but what a sensitive event may show: its ids, words of lists, places. */
const planted = (value: unknown, name = ''): unknown => {
  const open =
    /^(id|name|type|eventType|status|eventLevel|level|impactedService|impactedRegion|impactedSubscriptions)$/;
  if (open.test(name)) return value;
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? value : `${PLANTED} https://${PLANTED}.example/x ${value}`;
  if (Array.isArray(value)) return value.map((one) => planted(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, planted(field, key)]));
};

const sensitive = (run: number): HealthEvent => {
  const event =
    run === 0
      ? wholeEvent({ hirStage: 'rca', billingId: 'B-1', currencyType: 'EUR', reason: 'x' })
      : randomEvent(diceOf(3, run));
  const unknownWords = { eventType: PLANTED, eventLevel: PLANTED, eventSubType: PLANTED };
  return { ...(planted(event) as HealthEvent), ...(run % 2 === 1 ? unknownWords : {}), isEventSensitive: true };
};

describe('a sensitive event', () => {
  it('leaves no word of its texts in what is stored, shown, listed or offered', () => {
    for (let run = 0; run < 20; run += 1) {
      const item = itemOf(sensitive(run));
      const summary = renderSummary(
        { found: [{ item, places: ['Payments'] }], unread: [], names: { services: [], regions: [] } },
        { targets: [], filter: {}, since: 0 },
        { place: undefined, since: undefined, written: {}, page: 0 },
        words,
      );
      const told = [item, alertContent(item, words), signalOf(item), subjectOf(item), summary];
      expect(JSON.stringify(told).includes(PLANTED)).toBe(false);
      expect(item.hidden).toBe(true);
    }
  });

  it('keeps what may be shown: id, level, services, regions, moments and the portal', () => {
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

  it('is what a security advisory is that does not say', () => {
    expect(itemOf(eventOf({ eventType: 'SecurityAdvisory' })).hidden).toBe(true);
    expect(itemOf(eventOf({ eventType: 'SecurityAdvisory', isEventSensitive: false })).hidden).toBe(false);
    expect(itemOf(eventOf()).hidden).toBe(false);
  });
});

it.each([
  ['a word for the level', { eventLevel: 'Critical' }, { level: 'critical' }],
  ['the level of insight in its place', { eventLevel: undefined, level: 'Warning' }, { level: 'warning' }],
  ['an unknown level', { eventLevel: 'Purple' }, { level: 'informational' }],
  ['no priority', { eventLevel: 'Error', status: 'Resolved' }, { rank: 3, open: false }],
  ['an unknown type', { eventType: 'Party' }, { type: '', rank: 18 }],
  [
    'the newest update in place of the description',
    { description: 'Old.', updates: [{ summary: 'New.' }] },
    { text: 'New.' },
  ],
  ['a title of markup', { title: 'A\n title' }, { title: 'A title' }],
  [
    'links that are https',
    { description: 'See https://a.example/x and http://b.example.' },
    { links: [{ title: 'a.example/x', url: 'https://a.example/x' }] },
  ],
])('%s is kept as what it means', (_what, properties, item) => {
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

it('the subscription that told of it stands first, and only ids do', () => {
  const impactedSubscriptions = ['Payments', SUBSCRIPTION.replace('1d01', '1d02').toUpperCase()];
  const impact = [{ impactedService: 'S', impactedRegions: [{ impactedRegion: 'R', impactedSubscriptions }] }];
  expect(itemOf(eventOf({ impact })).subscriptions).toEqual([SUBSCRIPTION, SUBSCRIPTION.replace('1d01', '1d02')]);
});

describe('what the alerts are told', () => {
  it.each([
    ['the tracking id in its title', { title: 'RCA (Tracking ID: PAYM-7K2)', externalIncidentId: '7' }, 'PAYM-7K2'],
    ['else the incident’s number', { title: 'What led to it', externalIncidentId: '731904552' }, 'external:731904552'],
    ['or nothing', { title: 'What led to it' }, undefined],
  ])('a review names its incident by %s', (_how, properties, explains) => {
    expect(signalOf(itemOf(eventOf({ eventType: 'RCA', ...properties }, 'ROOT-3SQ'))).explains).toBe(explains);
  });

  it('an incident goes by its number too, a review does not', () => {
    expect(signalOf(itemOf(eventOf({ externalIncidentId: '7' }))).aliases).toEqual(['external:7']);
    expect(signalOf(itemOf(eventOf({ eventType: 'RCA', externalIncidentId: '7' }))).aliases).toEqual([]);
  });

  it.each([
    [{ eventTags: ['Preliminary PIR', 'Final PIR'] }, 'Final PIR'],
    [{ eventTags: ['Action Recommended', 'Preliminary PIR'] }, 'Preliminary PIR'],
    [{ hirStage: 'RCA' }, 'Preliminary PIR'],
    [{ hirStage: 'active', eventTags: ['False Positive'] }, ''],
  ])('of %j the review is “%s”', (properties, review) => {
    expect(signalOf(itemOf(eventOf(properties))).review).toBe(review);
  });
});

describe('two looks at one event', () => {
  const looks = Array.from({ length: 80 }, (_, run) => {
    const [a, b] = [0, 1].map((side) => {
      const event = randomEvent(diceOf(5, run * 2 + side));
      const hidden = diceOf(6, run * 2 + side).oneIn(3);
      return itemOf({ ...event, isEventSensitive: hidden });
    });
    return [a, b] as [HealthItem, HealthItem];
  });

  it('tell the newer word, and stay an item', () => {
    for (const [a, b] of looks) {
      const merged = merge(a, b);
      expect(healthItem.parse(merged)).toEqual(merged);
      expect(merged.updatedAt).toBe(Math.max(a.updatedAt, b.updatedAt));
      if (!a.hidden && !b.hidden) expect(merged.text).toBe((b.updatedAt >= a.updatedAt ? b : a).text);
    }
  });

  it('hide what one of them hides', () => {
    for (const [a, b] of looks) {
      const { hidden, title, text, links, tags } = merge(a, b);
      expect(hidden).toBe(a.hidden || b.hidden);
      if (hidden) expect({ title, text, links, tags }).toEqual({ title: '', text: '', links: [] });
    }
  });

  it('change nothing when they are the same, and come to the same the other way round', () => {
    for (const [a, b] of looks) {
      expect(merge(a, a)).toEqual(a);
      if (a.updatedAt !== b.updatedAt)
        expect({ ...merge(a, b), subscriptions: [] }).toEqual({ ...merge(b, a), subscriptions: [] });
    }
  });

  it('do not take turns when two listings show one moment otherwise', () => {
    const told = (tellers: string[], subscription: string, region: string, title: string): HealthItem => ({
      ...itemOf(
        eventOf({
          title,
          impact: [{ impactedService: region, impactedRegions: [{ impactedRegion: region, status: 'Active' }] }],
          lastUpdateTime: '2026-01-01T00:00:00Z',
        }),
      ),
      ...{ tellers, subscriptions: [subscription] },
    });
    const [west, north] = [told(['a'], 'a', 'West', 'In West'), told(['b'], 'b', 'North', 'In North')];
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

  it('tell a change of the same moment where the same listing tells it', () => {
    const known = itemOf(eventOf({ impactStartTime: '2026-01-01T00:00:00Z' }));
    expect(merge(known, { ...known, open: false })).toMatchObject({ open: false });
  });

  it('keep what only a resource’s list tells', () => {
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

it('what is made up says that nothing has happened, and offers no details', () => {
  const face = alertContent(sampleItem(Date.now()), words);
  expect(face.title).toBe(words.markdown('health.sample.title'));
  expect(face.buttons).toEqual([]);
  expect(healthItem.parse(sampleItem(0))).toEqual(sampleItem(0));
});

it('what another feature writes down of it holds no word that may have to be forgotten', () => {
  const item = itemOf(wholeEvent({ isEventSensitive: false }));
  expect(item.title).not.toBe('');
  expect(subjectOf(item).called).toBe(item.id);
});
