import { downtimeOver } from './health/downtime/downtime.ts';
import {
  type CatchUp,
  catchUpViolations,
  type Resumption,
  resumptionViolations,
} from './health/downtime/invariants.ts';
import { downtimePlan, isOver } from './health/downtime/plan.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('after ten days one digest in each channel tells what came and went', async () => {
  expect(await proveShortly(downtimeOver(10), { runs: 1, seed: 4, on: 'postgres' })).toEqual({
    made: 1,
    violations: [],
  });
});

it('most of what was missed is over', () => {
  const { missed } = downtimePlan(1, 1, 41);
  expect(missed.length).toBeGreaterThan(205);
  expect(missed.filter(isOver).length / missed.length).toBeGreaterThan(0.8);
  expect(missed.every(isOver)).toBe(false);
});

describe('the invariants find', () => {
  const right: CatchUp = {
    channel: 'general',
    active: ['T1T'],
    over: ['T2T', 'T3T'],
    cards: [{ mark: 'T1T', newest: true }],
    digests: [{ count: 2, marks: ['T2T', 'T3T'] }],
    known: [{ mark: 'T4T', newest: true, wanted: 'resolved', news: 'resolved' }],
  };

  it('nothing wrong with one digest and a card for what goes on', () => expect(catchUpViolations(right)).toEqual([]));

  it.each<[string, Partial<CatchUp>]>([
    ['a second digest', { digests: [...right.digests, { count: 0, marks: [] }] }],
    ['an incident that stands in no digest', { digests: [{ count: 1, marks: ['T2T'] }] }],
    ['one in the digest that goes on', { digests: [{ count: 3, marks: ['T1T', 'T2T', 'T3T'] }] }],
    ['a digest that counts wrongly', { digests: [{ count: 3, marks: ['T2T', 'T3T'] }] }],
    ['one that goes on without a card', { cards: [] }],
    ['a card of its own for what is over', { cards: [...right.cards, { mark: 'T2T', newest: true }] }],
    ['a second card', { cards: [...right.cards, ...right.cards] }],
    ['a card that says an old word', { cards: [{ mark: 'T1T', newest: false }] }],
    ['a card from before that nobody edited', { known: [{ mark: 'T4T', newest: false, wanted: '', news: '' }] }],
    ['a card from before without its news', { known: [{ mark: 'T4T', newest: true, wanted: 'resolved', news: '' }] }],
  ])('%s', (_what, wrong) => expect(catchUpViolations({ ...right, ...wrong })).toHaveLength(1));

  const reading: Resumption = {
    feed: 'payments',
    since: Date.parse('2026-11-21T15:00:00Z'),
    asked: ['11/20/2026', '11/20/2026'],
    pages: 2,
  };

  it('nothing wrong with a reading from where it stood', () => expect(resumptionViolations(reading)).toEqual([]));

  it.each<[string, Partial<Resumption>]>([
    ['the vendor’s own look-back', { asked: [undefined, undefined] }],
    ['a later beginning', { asked: ['11/22/2026', '11/22/2026'] }],
    ['a beginning long before', { asked: ['10/20/2026', '10/20/2026'] }],
    ['a page from elsewhere', { asked: ['11/20/2026', '11/19/2026'] }],
    ['a page that was not asked for', { asked: ['11/20/2026'] }],
  ])('%s', (_what, wrong) => expect(resumptionViolations({ ...reading, ...wrong })).toHaveLength(1));
});
