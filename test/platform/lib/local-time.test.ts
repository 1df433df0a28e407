import { minuteOfDay, nextMinute } from '#platform/lib/local-time.ts';

const at = (text: string): number => Date.parse(text);
const next = (zone: string, now: string, guess: number): string =>
  new Date(nextMinute(zone, at(now), guess, (minute) => minute === guess)).toISOString().slice(0, 16);

it.each([
  ['UTC', 570],
  ['Europe/Berlin', 630],
  ['Asia/Kathmandu', 915],
  ['Pacific/Auckland', 1_350],
])('in %s it is minute %i of the day', (zone, minute) => {
  expect(minuteOfDay(zone, at('2026-03-02T09:30:59Z'))).toBe(minute);
});

it.each([
  ['later on that day', 'UTC', '2026-03-02T09:30:10Z', 600, '2026-03-02T10:00'],
  ['a day on where it is that minute already', 'UTC', '2026-03-02T10:00:10Z', 600, '2026-03-03T10:00'],
  ['over midnight', 'UTC', '2026-03-02T09:30:10Z', 60, '2026-03-03T01:00'],
  ['in a zone', 'Asia/Kathmandu', '2026-03-02T09:30:10Z', 480, '2026-03-03T02:15'],
  ['on a day that lacks an hour', 'Europe/Berlin', '2026-03-28T20:00:00Z', 480, '2026-03-29T06:00'],
  ['on a day that has one more', 'Europe/Berlin', '2026-10-24T20:00:00Z', 480, '2026-10-25T07:00'],
  ['where the clock is moved by half an hour', 'Australia/Lord_Howe', '2026-04-04T10:00:00Z', 480, '2026-04-04T21:30'],
])('the next one of a day: %s', (_what, zone, now, guess, wanted) => expect(next(zone, now, guess)).toBe(wanted));
