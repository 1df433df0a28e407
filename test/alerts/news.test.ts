import { compare, type Level, levels, type Signal } from '../../src/alerts/feed/signal.ts';
import { seededRandom } from '../support/seeded-random.ts';

const NAMES = ['West', 'North', 'East'];
const random = seededRandom(7);
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;

const signal = (more: Partial<Signal> = {}): Signal => ({
  ...{ key: 'A-1', aliases: [], open: true, level: 'error', rank: 0, updatedAt: 1, services: ['Storage'] },
  ...{ regions: [{ name: 'West', open: true }], review: '', hidden: false, ...more },
});

const anySignal = (): Signal =>
  signal({
    open: pick([true, true, false]),
    level: pick<Level>(levels),
    review: pick(['', '', 'Preliminary PIR', 'Final PIR']),
    regions: NAMES.filter(() => random() < 0.6).map((name) => ({ name, open: random() < 0.6 })),
  });
const pairs = Array.from({ length: 2_000 }, () => [anySignal(), anySignal()] as const);
const newsOf = (known: Signal, next: Signal) => {
  const compared = compare(known, next, false);
  return compared.is === 'changed' ? compared.news : [];
};

it.each([
  ['what nobody has heard of is the first word', undefined, signal(), false, 'first'],
  ['the same again is a repeat, whenever it says it was said', signal(), signal({ updatedAt: 9 }), true, 'repeat'],
  ['an older word is stale', signal({ updatedAt: 5 }), signal({ updatedAt: 4, level: 'critical' }), false, 'stale'],
  ['a word of the same moment that says something else counts', signal(), signal({ hidden: true }), false, 'changed'],
] as const)('%s', (_what, known, next, same, is) => expect(compare(known, next, same).is).toBe(is));

it('what says the same of level, state, regions and review has no news', () => {
  for (const [known] of pairs) expect(newsOf(known, { ...known, services: ['Other'], rank: 9 })).toEqual([]);
});

it('the end and a new beginning are news, and always the first of them', () => {
  for (const [known, next] of pairs) {
    const ends = known.open === next.open ? undefined : next.open ? 'reopened' : 'resolved';
    expect(newsOf(known, next).filter(({ what }) => what === 'resolved' || what === 'reopened')).toEqual(
      ends ? [{ what: ends }] : [],
    );
    if (ends) expect(newsOf(known, next)[0]).toEqual({ what: ends });
  }
});

it('each region is told as touched or as well, never as both, and only where that is new', () => {
  for (const [known, next] of pairs) {
    const told = newsOf(known, next).flatMap((news) =>
      'names' in news ? news.names.map((name) => [name, news.what]) : [],
    );
    expect(new Set(told.map(([name]) => name)).size).toBe(told.length);
    for (const [name, what] of told) {
      const before = known.regions.find((region) => region.name === name)?.open === true;
      const after = next.regions.find((region) => region.name === name)?.open === true;
      expect([before, after]).toEqual(what === 'regionTouched' ? [false, true] : [true, false]);
    }
  }
});

it('what is over has no news of its level or its regions', () => {
  for (const [known, next] of pairs.filter(([, { open }]) => !open)) {
    expect(newsOf(known, next).filter(({ what }) => !['resolved', 'review'].includes(what))).toEqual([]);
  }
});

it('a review is told once for each of its stages', () => {
  for (const [known, next] of pairs) {
    const told = newsOf(known, next).filter(({ what }) => what === 'review');
    const isNew = next.review !== '' && next.review !== known.review;
    expect(told).toEqual(isNew ? [{ what: 'review', stage: next.review }] : []);
  }
});
