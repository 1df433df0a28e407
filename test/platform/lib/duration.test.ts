import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { formatDuration, parseDuration } from '#platform/lib/duration.ts';
import durations from '../../fixtures/durations.json' with { type: 'json' };
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

it.each(durations.lengths)('$text is a length', ({ text, ms }) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each(durations.none)('“%s” is none', (text) => {
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
