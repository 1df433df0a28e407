import { retirementAt } from '#features/apps/retirement.ts';

it.each([
  ['2025-03-30T23:59:59Z', 'ahead'],
  ['2025-03-31T00:00:00Z', 'partly'],
  ['2026-06-30T23:59:59Z', 'partly'],
  ['2026-07-01T00:00:00Z', 'over'],
])('at %s the retirement is %s', (moment, phase) => {
  expect(retirementAt(Date.parse(moment))).toBe(phase);
});
