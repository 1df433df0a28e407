import { DAY } from '#platform/lib/clock.ts';
import type { CalendarDay } from '#platform/lib/local-time.ts';

/** A day as a number, and back, so that days can be counted on. */
const toNumber = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day) / DAY;
export const addDays = (day: CalendarDay, days: number): CalendarDay => {
  const at = new Date((toNumber(day) + days) * DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};
/** From Monday, 0. */
export const weekdayOf = (day: CalendarDay): number => (new Date(toNumber(day) * DAY).getUTCDay() + 6) % 7;

/** The next such day of the week, today left out; or the last one. */
export const dayOfWeek = (weekday: number, today: CalendarDay, isLast: boolean): CalendarDay => {
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
  return addDays(today, isLast ? ahead - 7 || -7 : ahead);
};

/** The next such day of a month. */
export const nextDay = (day: number, today: CalendarDay): CalendarDay =>
  day >= today.day
    ? { year: today.year, month: today.month, day }
    : { year: today.month === 12 ? today.year + 1 : today.year, month: (today.month % 12) + 1, day };

/** The last day of a month. */
export const endOfMonth = ({ year, month }: CalendarDay): CalendarDay =>
  addDays({ year, month: month + 1, day: 1 }, -1);

/** A day without a year is the next one. */
export const ahead = (day: CalendarDay, today: CalendarDay): CalendarDay => {
  if (day.year !== 0) return day;
  const thisYear = { ...day, year: today.year };
  return toNumber(thisYear) < toNumber(today) ? { ...day, year: today.year + 1 } : thisYear;
};
