import { freeFrom, type Hours, nextDaily } from '#platform/lib/quiet-hours.ts';

const at = (text: string): number => Date.parse(text);
const said = (ms: number): string => new Date(ms).toISOString();

const berlin: Hours = { quiet: { from: 18 * 60, to: 8 * 60 }, weekends: false, zone: 'Europe/Berlin' };

it.each<[string, Hours, string, string]>([
  ['at noon of a working day', berlin, '2026-11-23T11:00:00Z', '2026-11-23T11:00:00.000Z'],
  ['in the evening', berlin, '2026-11-23T18:30:00Z', '2026-11-24T07:00:00.000Z'],
  ['on Friday evening', berlin, '2026-11-27T18:30:00Z', '2026-11-30T07:00:00.000Z'],
  ['on Sunday noon', berlin, '2026-11-29T11:00:00Z', '2026-11-30T07:00:00.000Z'],
  ['on a weekend with notices', { ...berlin, weekends: true }, '2026-11-29T11:00:00Z', '2026-11-29T11:00:00.000Z'],
  ['over the weekend on which summer time begins', berlin, '2026-03-27T20:00:00Z', '2026-03-30T06:00:00.000Z'],
  ['over the weekend on which summer time ends', berlin, '2026-10-23T20:00:00Z', '2026-10-26T07:00:00.000Z'],
  [
    'with an end that the clock skips',
    { quiet: { from: 0, to: 150 }, weekends: true, zone: 'Europe/Berlin' },
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  ['without quiet hours', { weekends: true, zone: 'UTC' }, '2026-11-29T03:00:00Z', '2026-11-29T03:00:00.000Z'],
])('%s, notices are free from the right moment', (_when, hours, now, free) => {
  expect(said(freeFrom(hours, at(now)))).toBe(free);
});

it.each<[string, Hours, string, string]>([
  ['at nine without quiet hours', { weekends: true, zone: 'UTC' }, '2026-11-23T10:00:00Z', '2026-11-24T09:00:00.000Z'],
  ['at the end of quiet hours', berlin, '2026-11-23T02:00:00Z', '2026-11-23T07:00:00.000Z'],
  ['on Monday after the weekend', berlin, '2026-11-27T08:00:00Z', '2026-11-30T07:00:00.000Z'],
  [
    'after an hour that the clock skips',
    { quiet: { from: 0, to: 150 }, weekends: true, zone: 'Europe/Berlin' },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
])('the daily message comes %s', (_when, hours, now, next) => {
  expect(said(nextDaily(hours, at(now)))).toBe(next);
});
