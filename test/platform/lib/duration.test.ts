import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { formatDuration, parseDuration } from '#platform/lib/duration.ts';
import { fc } from '../../support/fast-check.ts';

it('what is said of a length of two units is read as the same length', () => {
  const isReadSame = (days: number, hours: number, minutes: number): void => {
    for (const ms of [days * DAY + hours * HOUR, hours * HOUR + minutes * MINUTE, days * DAY + minutes * MINUTE])
      if (ms > 0) expect(parseDuration(formatDuration(ms, 'en'))).toBe(ms);
  };
  fc.assert(fc.property(fc.nat(399), fc.nat(23), fc.nat(59), isReadSame), { numRuns: 500 });
});

it('saying a length never makes it longer by more than half a minute', () => {
  const isNoLonger = (ms: number): boolean => (parseDuration(formatDuration(ms, 'en')) ?? 0) - ms <= MINUTE / 2;
  fc.assert(fc.property(fc.integer({ min: MINUTE, max: 90 * DAY }), isNoLonger), { numRuns: 500 });
});

it.each([
  ['5 days', 5 * DAY],
  ['8h', 8 * HOUR],
  ['8 hrs', 8 * HOUR],
  ['90min', 90 * MINUTE],
  ['1.5 days', 36 * HOUR],
  ['a week', 7 * DAY],
  ['An Hour', HOUR],
  ['one day', DAY],
  ['1 day 12 hours', 36 * HOUR],
  ['1 day, 2 hours', 26 * HOUR],
  ['5 days and 3 hours', 123 * HOUR],
  ['5days3hours', 123 * HOUR],
  ['P5D', 5 * DAY],
  ['pt8h', 8 * HOUR],
  ['P1W', 7 * DAY],
  ['P1DT12H30M', 36 * HOUR + 30 * MINUTE],
])('%s is a length', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each([
  '',
  'and',
  'a',
  'P',
  'PT',
  'days',
  '5',
  '0 days',
  '-5 days',
  '5 days ago',
  'half a day',
  '5 months',
  'a year',
  '5 days 3',
  '1e3 days',
  '5 days!',
  'until Friday',
  '9007199254740993 days',
])('“%s” is none', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

it.each([
  [0, 'en', '0 minutes'],
  [36 * HOUR, 'en', '1 day 12 hours'],
  [26 * HOUR + 5 * MINUTE, 'en', '1 day 2 hours'],
  [5 * DAY, 'de', '5 Tage'],
])('%i ms is said in %s as %s', (ms, locale, said) => {
  expect(formatDuration(ms, locale)).toBe(said);
});
