import { createQuotaBreaker } from '#features/translation/jobs.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';

const noon = Date.UTC(2026, 11, 22, 12);
const newYear = Date.UTC(2027, 0, 1);

it('the breaker is open before the quota is used up, and again once the vendor has answered', () => {
  const breaker = createQuotaBreaker();
  expect(breaker.closedUntil(noon)).toBeUndefined();
  breaker.usedUp(noon);
  breaker.reset();
  expect(breaker.closedUntil(noon + MINUTE)).toBeUndefined();
});

it.each([
  ['within the hour, until the next month', [noon + MINUTE], [newYear]],
  ['after an hour, for all but one request', [noon + HOUR, noon + HOUR + MINUTE], [undefined, newYear]],
  ['no longer in the next month', [newYear], [undefined]],
])('a used-up quota closes the breaker %s', (_when, moments, closed) => {
  const breaker = createQuotaBreaker();
  breaker.usedUp(noon);
  expect(moments.map((now) => breaker.closedUntil(now))).toEqual(closed);
});
