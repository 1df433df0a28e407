import {
  type CatchUp,
  catchUpViolations,
  type Resumption,
  resumptionViolations,
} from './health/downtime/invariants.ts';
import { downtimePlan, isOver } from './health/downtime/plan.ts';
import { testViolations } from './lib/testing.ts';

it('a planned downtime has over 200 incidents, most of them over at its end', () => {
  const { missed } = downtimePlan(1, 1, 41);
  expect(missed.length).toBeGreaterThan(205);
  expect(missed.filter(isOver).length / missed.length).toBeGreaterThan(0.8);
  expect(missed.every(isOver)).toBe(false);
});

describe('violations after a downtime', () => {
  const right: CatchUp = {
    channel: 'general',
    active: ['T1T'],
    over: ['T2T', 'T3T'],
    cards: [{ mark: 'T1T', newest: true }],
    digests: [{ count: 2, marks: ['T2T', 'T3T'] }],
    known: [{ mark: 'T4T', newest: true, wanted: 'resolved', news: 'resolved' }],
  };

  testViolations(catchUpViolations, 'one digest, and a card for each active incident', right, [
    ['a second digest in a channel', { digests: [...right.digests, { count: 0, marks: [] }] }],
    ['an incident in no digest', { digests: [{ count: 1, marks: ['T2T'] }] }],
    ['an active incident in the digest', { digests: [{ count: 3, marks: ['T1T', 'T2T', 'T3T'] }] }],
    ['a digest with a wrong count', { digests: [{ count: 3, marks: ['T2T', 'T3T'] }] }],
    ['an active incident without a card', { cards: [] }],
    ['a card for an incident that is over', { cards: [...right.cards, { mark: 'T2T', newest: true }] }],
    ['a second card', { cards: [...right.cards, ...right.cards] }],
    ['a card with an old text', { cards: [{ mark: 'T1T', newest: false }] }],
    [
      'a card from before the downtime with an old text',
      { known: [{ mark: 'T4T', newest: false, wanted: '', news: '' }] },
    ],
    [
      'a card from before the downtime without its news',
      { known: [{ mark: 'T4T', newest: true, wanted: 'resolved', news: '' }] },
    ],
  ]);

  const reading: Resumption = {
    feed: 'payments',
    since: Date.parse('2026-11-21T15:00:00Z'),
    asked: ['11/20/2026', '11/20/2026'],
    pages: 2,
  };

  testViolations(resumptionViolations, 'a reading from the watermark on', reading, [
    ['a reading without a start date', { asked: [undefined, undefined] }],
    ['a reading that starts after the watermark', { asked: ['11/22/2026', '11/22/2026'] }],
    ['a reading that starts long before the watermark', { asked: ['10/20/2026', '10/20/2026'] }],
    ['a page with another start date', { asked: ['11/20/2026', '11/19/2026'] }],
    ['a page that was not requested', { asked: ['11/20/2026'] }],
  ]);
});
