import { createQuotaBreaker } from '../../../../src/features/translation/jobs.ts';
import { HOUR, MINUTE } from '../../../../src/lib/clock.ts';

const noon = Date.UTC(2026, 11, 22, 12);
const newYear = Date.UTC(2027, 0, 1);

const usedUp = () => {
  const breaker = createQuotaBreaker();
  breaker.usedUp(noon);
  return breaker;
};

it('keeps nothing back before anything is used up', () => {
  expect(createQuotaBreaker().closedUntil(noon)).toBeUndefined();
});

it('keeps all back until the next month', () => {
  expect(usedUp().closedUntil(noon + MINUTE)).toBe(newYear);
});

it('lets one in an hour find out', () => {
  const breaker = usedUp();
  const [one, other] = [breaker.closedUntil(noon + HOUR), breaker.closedUntil(noon + HOUR + MINUTE)];
  expect([one, other]).toEqual([undefined, newYear]);
});

it('is open again once the vendor has answered', () => {
  const breaker = usedUp();
  breaker.reset();
  expect(breaker.closedUntil(noon + MINUTE)).toBeUndefined();
});

it('is open in the next month', () => {
  expect(usedUp().closedUntil(newYear)).toBeUndefined();
});
