import { compare, type Level, levels, type Signal } from '#engine/alerts/feed/signal.ts';
import { fc } from '../../support/fast-check.ts';

const NAMES = ['West', 'North', 'East'];

const signal = (more: Partial<Signal> = {}): Signal => ({
  ...{ key: 'A-1', aliases: [], open: true, level: 'error', rank: 0, updatedAt: 1, services: ['Storage'] },
  ...{ regions: [{ name: 'West', open: true }], review: '', hidden: false, ...more },
});

const signals = fc
  .record({
    open: fc.constantFrom(true, true, false),
    level: fc.constantFrom<Level[]>(...levels),
    review: fc.constantFrom('', '', 'Preliminary PIR', 'Final PIR'),
    regions: fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), open: fc.boolean() }), {
      selector: ({ name }) => name,
    }),
  })
  .map(signal);
const holds = (law: (known: Signal, next: Signal) => void): void =>
  fc.assert(fc.property(signals, signals, law), { numRuns: 2_000 });
const newsOf = (known: Signal, next: Signal) => {
  const compared = compare(known, next, false);
  return compared.is === 'changed' ? compared.news : [];
};

it.each([
  ['an incident that is not stored is the first', undefined, signal(), false, 'first'],
  ['an equal item is a repeat, whatever its update time', signal(), signal({ updatedAt: 9 }), true, 'repeat'],
  ['an older item is stale', signal({ updatedAt: 5 }), signal({ updatedAt: 4, level: 'critical' }), false, 'stale'],
  [
    'a different item with the same update time counts as changed',
    signal(),
    signal({ hidden: true }),
    false,
    'changed',
  ],
] as const)('%s', (_what, known, next, same, is) => expect(compare(known, next, same).is).toBe(is));

it('an item with equal level, state, regions and review has no news', () => {
  holds((known) => expect(newsOf(known, { ...known, services: ['Other'], rank: 9 })).toEqual([]));
});

it('resolved and reopened are news, and come first', () => {
  holds((known, next) => {
    const ends = known.open === next.open ? undefined : next.open ? 'reopened' : 'resolved';
    expect(newsOf(known, next).filter(({ what }) => what === 'resolved' || what === 'reopened')).toEqual(
      ends ? [{ what: ends }] : [],
    );
    if (ends) expect(newsOf(known, next)[0]).toEqual({ what: ends });
  });
});

it('each region is news once, as affected or as recovered, and only when that has changed', () => {
  holds((known, next) => {
    const reported = newsOf(known, next).flatMap((news) =>
      'names' in news ? news.names.map((name) => [name, news.what]) : [],
    );
    expect(new Set(reported.map(([name]) => name)).size).toBe(reported.length);
    for (const [name, what] of reported) {
      const before = known.regions.find((region) => region.name === name)?.open === true;
      const after = next.regions.find((region) => region.name === name)?.open === true;
      expect([before, after]).toEqual(what === 'regionTouched' ? [false, true] : [true, false]);
    }
  });
});

it('a resolved incident has no news of its level or regions', () => {
  holds((known, next) => {
    if (!next.open)
      expect(newsOf(known, next).filter(({ what }) => !['resolved', 'review'].includes(what))).toEqual([]);
  });
});

it('each stage of a review is news once', () => {
  holds((known, next) => {
    const reported = newsOf(known, next).filter(({ what }) => what === 'review');
    const isNew = next.review !== '' && next.review !== known.review;
    expect(reported).toEqual(isNew ? [{ what: 'review', stage: next.review }] : []);
  });
});
