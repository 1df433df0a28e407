import { remindersUntil, reminderTime } from '#features/access/break-glass/review-job.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';

it('reminders of a review come at half of the time, at its end and every day from then on', () => {
  const times = { usedAt: 0, dueAt: DAY };
  expect([1, 2, 3, 4].map((count) => reminderTime(times, count) / HOUR)).toEqual([12, 24, 48, 72]);
  expect([0, 11, 12, 23, 24, 47, 48, 120].map((hour) => remindersUntil(times, hour * HOUR))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 6,
  ]);
});
