import { formatMoment, formatSpan, type MomentReader, minuteOfDay, nextMinute } from '#platform/lib/local-time.ts';
import cases from '../../fixtures/lib/local-time.json' with { type: 'json' };

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

it.each(cases.next)('the next one of a day: $what', ({ zone, now, guess, wanted }) =>
  expect(next(zone, now, guess)).toBe(wanted),
);

const berlin: MomentReader = {
  ...{ now: at('2026-11-22T13:00:00Z'), locale: 'en-GB', zone: 'Europe/Berlin', named: false },
};

it.each([
  ['the same day', '2026-11-22T13:05:00Z', 'today 14:05'],
  ['just before midnight of the reader', '2026-11-22T22:59:00Z', 'today 23:59'],
  ['midnight of the reader', '2026-11-22T23:00:00Z', 'tomorrow 00:00'],
  ['the day before', '2026-11-21T08:00:00Z', 'yesterday 09:00'],
  ['a day of the same year', '2026-11-28T01:12:00Z', 'Sat 28 Nov, 02:12'],
  ['a day of another year', '2027-01-05T09:00:00Z', 'Tue, 5 Jan 2027, 10:00'],
])('%s is said as people say it', (_what, moment, said) => {
  expect(formatMoment(at(moment), berlin)).toBe(said);
});

it('where people in other zones read it too the zone is named', () => {
  expect(formatMoment(berlin.now, { ...berlin, named: true })).toBe('today 14:00 (Berlin)');
  const reader = { ...berlin, zone: 'America/New_York', named: true };
  expect(formatMoment(berlin.now, reader)).toBe('today 08:00 (New York)');
});

it('the words are those of the reader’s language', () => {
  expect(formatMoment(berlin.now, { ...berlin, locale: 'de-DE' })).toBe('heute 14:00');
  expect(formatMoment(berlin.now, { ...berlin, locale: 'en-US' })).toMatch(/^today 2:00\sPM$/);
});

it('the day on which the clocks are changed is one day', () => {
  const reader = { ...berlin, now: at('2026-10-24T21:00:00Z') };
  expect(formatMoment(at('2026-10-25T22:00:00Z'), reader)).toBe('tomorrow 23:00');
});

it('a span says a day that both ends share once', () => {
  const span = (from: string, until: string) => formatSpan(at(from), at(until), 'to', berlin);
  expect(span('2026-11-22T13:05:00Z', '2026-11-22T17:05:00Z')).toBe('today 14:05 to 18:05');
  expect(span('2026-11-22T13:05:00Z', '2026-11-23T08:00:00Z')).toBe('today 14:05 to tomorrow 09:00');
});
