import { daysDuration, durationDays } from '#cloud/operations/role-eligibility-request.ts';

test.each([
  ['P1D', 1],
  ['P365D', 365],
  ['PT8H', 1 / 3],
  ['P1DT12H', 1.5],
  ['P2W', 14],
  ['P1M', 30],
  ['P1Y', 365],
  ['PT90M', 1 / 16],
  ['p30d', 30],
])('%s is %d days', (text, days) => {
  expect(durationDays(text)).toBeCloseTo(days, 10);
});

test.each(['', 'P', 'PT', 'P1', '1D', 'P-1D', 'P1DT', 'PD', '30', 'P1D '])('%j is refused as a duration', (text) => {
  expect(durationDays(text)).toBeUndefined();
});

test('a formatted duration is parsed to the same days', () => {
  const days = [1, 2, 7, 30, 90, 365, 3_650];
  expect(days.map((count) => durationDays(daysDuration(count)))).toEqual(days);
});

test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a duration of %d days is refused', (days) => {
  expect(() => daysDuration(days)).toThrow(RangeError);
});
