import fc from 'fast-check';
import { DateTime } from 'luxon';
import { parseDay } from '#features/billing/monthly-date.ts';
import { newestInvoices } from '#features/billing/newest-invoice.ts';
import { monthOf, nextMonthly, timeIn } from '#platform/lib/local-time.ts';
import { parseTimeOfDay } from '#platform/lib/quiet-hours.ts';

const time = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  minute: fc.integer({ min: 0, max: 1439 }),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
});
const moment = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2032, 0) });

it('the next posting comes in this month or the next one, never on a day that the month has not', () => {
  fc.assert(
    fc.property(time, moment, (when, now) => {
      const next = nextMonthly(when, now);
      expect(next).toBeGreaterThan(now);
      expect(timeIn(when, next)).toBe(next);
      const { day, daysInMonth } = DateTime.fromMillis(next, { zone: when.zone });
      expect(day).toBe(Math.min(when.day, daysInMonth ?? 0));
    }),
  );
});

it('one posting after another, each month has one', () => {
  fc.assert(
    fc.property(time, moment, (when, now) => {
      const months = [];
      for (let at = nextMonthly(when, now); months.length < 14; at = nextMonthly(when, at))
        months.push(monthOf(when, at));
      const first = DateTime.fromFormat(months[0] ?? '', 'yyyy-MM', { zone: 'UTC' });
      expect(months).toEqual(months.map((_, index) => first.plus({ months: index }).toFormat('yyyy-MM')));
    }),
  );
});

it.each([
  ['the 5th', 5],
  ['1st', 1],
  ['22', 22],
  ['last day', 31],
  ['the first', 1],
  ['0', undefined],
  ['32nd', undefined],
  ['Friday', undefined],
])('the day “%s” is %s', (written, day) => {
  expect(parseDay(written)).toBe(day);
});

it.each([
  ['9:00', 540],
  ['17', 1020],
  ['9 am', 540],
  ['12 am', 0],
  ['12:30 pm', 750],
  ['24:00', undefined],
  ['noonish', undefined],
])('the time “%s” is minute %s', (written, minute) => {
  expect(parseTimeOfDay(written)).toBe(minute);
});

const account = (...names: readonly string[]) => ({
  ...{ key: 'a', title: 'A', account: '1', see: [], channels: [] },
  invoices: names.map((title) => ({ title, id: title })),
});

it.each([
  ['the last month that is over', ['november', 'december', 'october'], 'november', 'october'],
  ['the last of the policy where no name is a month', ['staging', 'retail'], 'retail', 'staging'],
  ['the only one', ['october'], 'october', undefined],
])('the newest invoice is %s', (_what, names, newest, before) => {
  const found = newestInvoices(account(...names), Date.parse('2026-12-05T09:00:00Z'));
  expect([found?.newest.title, found?.before?.title]).toEqual([newest, before]);
});

it('an account without named invoices has no newest one', () => {
  expect(newestInvoices(account(), 0)).toBeUndefined();
});
