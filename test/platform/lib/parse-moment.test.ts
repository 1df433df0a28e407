import { DateTime } from 'luxon';
import { parseMoment } from '#platform/lib/parse-moment.ts';
import cases from '../../fixtures/lib/parse-moment.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';

const ZONES = ['UTC', 'Europe/Zurich', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Sao_Paulo'];
const at = (text: string, zone: string): number => DateTime.fromISO(text, { zone }).toMillis();
const NOW = '2026-03-04T10:00';
const END_OF_DAY = 18;

/** What a person in a zone means, as their own clock would show it. */
const meant = (text: string, zone = 'Europe/Zurich', now = NOW): string | undefined => {
  const ms = parseMoment(text, at(now, zone), zone, END_OF_DAY);
  return ms === undefined ? undefined : DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
};

it.each(ZONES)('a date and a time in %s are read as the clock there shows them, all year round', (zone) => {
  const start = at('2026-03-05T00:00', zone);
  const isRead = (minutes: number): void => {
    const moment = DateTime.fromMillis(start + minutes * 60_000, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
    expect(meant(moment.replace('T', ' '), zone)).toBe(moment);
  };
  fc.assert(fc.property(fc.nat(525_599), isRead), { numRuns: 200 });
});

it.each(ZONES)('what is written without a date lies ahead in %s', (zone) => {
  const now = at('2026-10-24T23:30', zone);
  const words = [
    '17:00',
    '9am',
    'Friday',
    'Sunday 02:30',
    'noon',
    'tomorrow 9am',
    'in 3 hours',
    '1 December',
    '1 January',
  ];
  expect(words.filter((text) => (parseMoment(text, now, zone, END_OF_DAY) ?? 0) <= now)).toEqual([]);
});

it.each([
  ['Friday 17:00', '2026-03-06T17:00'],
  ['fri', '2026-03-06T18:00'],
  ['Friday at 5pm', '2026-03-06T17:00'],
  ['tomorrow 9am', '2026-03-05T09:00'],
  ['1 December', '2026-12-01T18:00'],
  ['1 January', '2027-01-01T18:00'],
  ['2026-12-01', '2026-12-01T18:00'],
  ['25.12.2026', '2026-12-25T18:00'],
  ['in 90 minutes', '2026-03-04T11:30'],
  ['in 2 days', '2026-03-06T18:00'],
  ['now', NOW],
])('%s', (text, moment) => {
  expect(meant(text)).toBe(moment);
});

it.each([
  ['Friday 17:00', 'Europe/Zurich', '2026-03-06T18:00', '2026-03-13T17:00'],
  ['17:00', 'Europe/Zurich', '2026-03-06T18:00', '2026-03-07T17:00'],
  ['tomorrow 9am', 'America/Los_Angeles', '2026-03-05T23:30', '2026-03-06T09:00'],
  ['tomorrow 9am', 'Pacific/Auckland', '2026-03-05T00:30', '2026-03-06T09:00'],
  // The clocks go forward in the night of the 29th of March, and back in that of the 25th of October.
  ['tomorrow 9am', 'Europe/Zurich', '2026-03-28T20:00', '2026-03-29T09:00'],
  ['tomorrow 9am', 'Europe/Zurich', '2026-10-24T20:00', '2026-10-25T09:00'],
  ['2026-03-29 02:30', 'Europe/Zurich', NOW, '2026-03-29T03:30'],
])('%s, said in %s at %s, is %s', (text, zone, now, moment) => {
  expect(meant(text, zone, now)).toBe(moment);
});

it.each(['2026-03-28T23:30', '2026-10-25T00:30'])(
  'three hours from %s are three hours, whatever the clocks do',
  (now) => {
    const zone = 'Europe/Zurich';
    expect(parseMoment('in 3 hours', at(now, zone), zone, END_OF_DAY)).toBe(at(now, zone) + 3 * 3_600_000);
  },
);

it.each([
  ['17:00 UTC', '2026-03-04T17:00:00Z'],
  ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00Z'],
  ['9am EST', '2026-03-04T14:00:00Z'],
])('%s names its own zone', (text, utc) => {
  expect(parseMoment(text, at('2026-03-04T08:00', 'Europe/Zurich'), 'Europe/Zurich', END_OF_DAY)).toBe(Date.parse(utc));
});

it.each(cases.unclear)('“%s” is not one moment, or reads two ways', (text) => {
  expect(meant(text)).toBeUndefined();
});

it('a text that is longer than any moment is none, and is not read', () => {
  const { user } = process.threadCpuUsage();
  expect(parseMoment('5 days '.repeat(15_000), Date.parse('2026-01-01T00:00:00Z'), 'UTC', 0)).toBeUndefined();
  // With it chrono reads for many seconds.
  expect((process.threadCpuUsage().user - user) / 1_000).toBeLessThan(1_000);
});
