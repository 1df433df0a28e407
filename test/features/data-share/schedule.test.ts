import { nextRun, toSchedule } from '#features/data-share/schedule.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import cases from '../../fixtures/data-share/schedule.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';

const NOW = Date.parse('2026-03-28T12:34:56.789Z');

it('the next run is the earliest one that is not past, whole intervals after the first', () => {
  const isNext = (interval: 'Hour' | 'Day', fromNow: number): boolean => {
    const length = interval === 'Hour' ? HOUR : DAY;
    const first = NOW + fromNow;
    const next = nextRun(first, interval, NOW);
    return next >= NOW && (next - first) % length === 0 && (next - NOW < length || next === first);
  };
  const moments = fc.integer({ min: -4_000 * DAY, max: 1_000 * DAY });
  fc.assert(fc.property(fc.constantFrom('Hour', 'Day'), moments, isNext), { numRuns: 2_000 });
});

it.each(cases.runs)('$what', ({ synchronizationTime, recurrenceInterval, next }) => {
  const schedule = toSchedule({ kind: 'ScheduleBased', recurrenceInterval, synchronizationTime }, NOW);
  expect(new Date(schedule.next ?? 0).toISOString()).toBe(next);
});

it('22:00 UTC stays 22:00 UTC across daylight saving time', () => {
  const first = Date.parse('2026-03-20T22:00:00Z');
  const hours = Array.from({ length: 20 }, (_, day) =>
    new Date(nextRun(first, 'Day', first + day * DAY)).getUTCHours(),
  );
  expect(new Set(hours)).toEqual(new Set([22]));
});

it.each([
  ['an unknown kind', { kind: 'OnDemand' }],
  [
    'an unknown recurrence',
    { kind: 'ScheduleBased', recurrenceInterval: 'Week', synchronizationTime: '2026-01-01T00:00:00Z' },
  ],
  ['no time', { kind: 'ScheduleBased', recurrenceInterval: 'Day' }],
])('a schedule with %s has no next run', (_what, setting) => {
  expect(toSchedule(setting, NOW).next).toBeUndefined();
});
