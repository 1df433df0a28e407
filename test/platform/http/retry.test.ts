import { HttpFailure } from '#platform/http/message.ts';
import { backoff, createRetryBudget, mayRepeat, retryAfterMs, waitOf } from '#platform/http/retry.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import cases from '../../fixtures/http/retry.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');

test.each(cases.retryAfter)('Retry-After $header is $expected ms', ({ header, expected }) => {
  expect(retryAfterMs(header ?? undefined, now) ?? null).toBe(expected);
});

test.each(cases.waits)('an answer asks to wait by $what', ({ headers, expected }) => {
  expect(waitOf(headers, now)).toBe(expected);
});

test('a Retry-After date ends after the named second has passed', () => {
  const at = Date.parse('2026-03-02T09:00:10.000Z');
  for (let lag = 0; lag < 5_000; lag += 37) {
    const wait = retryAfterMs('Mon, 02 Mar 2026 09:00:10 GMT', at - lag) ?? 0;
    expect(at - lag + wait).toBeGreaterThanOrEqual(at);
  }
});

test('the pause before a retry is at most half a second, doubled per try, and 30 s', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const isWithin = (attempt: number, drawn: number): boolean => {
    const pause = backoff(attempt, () => drawn);
    return pause >= 0 && pause < Math.min(30_000, 500 * 2 ** (attempt - 1));
  };
  fc.assert(fc.property(fc.integer({ min: 1, max: 12 }), random, isWithin));
});

const answer = (status: number) => ({ status, headers: {}, text: '' });
const failure = (kind: HttpFailure['kind']) => new HttpFailure(kind, 'a.example');

const everything = ['read', 'same-bytes', 'charged', 'refused-only', 'unsent-only'];

test.each([
  ['a lost answer', failure('lost'), ['read', 'same-bytes', 'charged']],
  ['a refused connection', failure('not-sent'), everything],
  ['429', answer(429), ['read', 'same-bytes', 'charged', 'refused-only']],
  ['503', answer(503), ['read', 'same-bytes', 'charged', 'refused-only']],
  ['500', answer(500), ['read', 'same-bytes', 'charged']],
  ['504', answer(504), ['read', 'same-bytes', 'charged']],
  ['400', answer(400), []],
  ['409', answer(409), []],
  ['200', answer(200), []],
  ['an answer over the cap', failure('too-large'), []],
  ['too long a Retry-After', failure('throttled'), []],
])('retry classes that may repeat after %s', (_, outcome, expected) => {
  const classes = ['read', 'same-bytes', 'charged', 'refused-only', 'unsent-only', 'none'] as const;
  expect(classes.filter((retry) => mayRepeat(retry, outcome))).toEqual(expected);
});

test.each([
  ['a lost answer', failure('lost'), ['read', 'same-bytes']],
  ['429', answer(429), ['read', 'same-bytes', 'charged']],
])('after a lost answer and then %s, a charged call is not repeated', (_, outcome, expected) => {
  const classes = ['read', 'same-bytes', 'charged'] as const;
  expect(classes.filter((retry) => mayRepeat(retry, outcome, true))).toEqual(expected);
});

test.each([429, 503, 500])('a call of class none is not repeated after %d', (status) => {
  expect(mayRepeat('none', answer(status))).toBe(false);
});

describe('the retry budget', () => {
  const spendAll = (budget: ReturnType<typeof createRetryBudget>, host: string): number => {
    let spent = 0;
    while (budget.spend(host)) spent += 1;
    return spent;
  };

  test('a quiet host has ten retries a minute', () => {
    const clock = createManualClock();
    const budget = createRetryBudget(clock);
    const first = spendAll(budget, 'a');
    clock.advance(MINUTE);
    expect([first, spendAll(budget, 'a')]).toEqual([10, 10]);
  });

  test('a host has further retries for a tenth of its successful requests', () => {
    const budget = createRetryBudget(createManualClock());
    for (let count = 0; count < 205; count += 1) budget.succeeded('a');
    expect(spendAll(budget, 'a')).toBe(30);
  });

  test('a failing host does not use up the retries of another', () => {
    const budget = createRetryBudget(createManualClock());
    spendAll(budget, 'a');
    expect(budget.spend('b')).toBe(true);
  });
});
