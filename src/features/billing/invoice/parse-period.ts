import { DAY } from '#platform/lib/clock.ts';
import { parseMoment } from '#platform/lib/parse-moment.ts';

/** A whole number of days, both in milliseconds since 1970: from its first moment to the first one after it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** “September” or “Sep”, in any case. */
export const isMonthName = (written: string): boolean => {
  const said = written.trim().toLowerCase();
  return MONTHS.some((full) => full === said || full.slice(0, 3) === said);
};

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const ISO_DAY = 10;
/** A day of the week or a date without a year recurs: the most recent one is meant. */
const ROUNDS = [0, 7 * DAY, 366 * DAY];

/** Invoices use days in UTC, whatever the reader's time zone. */
const dayOf = (at: number): Period => {
  const from = Math.floor(at / DAY) * DAY;
  return { from, to: from + DAY };
};

/**
 * Days as people write them: "2026-11-03", "June", "June 2026", "2026-06", "2026", "yesterday", "Monday", "last month".
 * @param now milliseconds since 1970; a month without a year is the most recent one that has begun
 */
export const parsePeriod = (written: string, now: number): Period | undefined => {
  const said = written.trim().toLowerCase();
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  if (said === 'today') return dayOf(now);
  if (said === 'yesterday') return dayOf(now - DAY);
  const [, which, unit] = /^(this|last) (month|year)$/.exec(said) ?? [];
  const back = Number(which === 'last');
  if (unit === 'month') return monthOf(year, month - back);
  if (unit === 'year') return yearOf(year - back);
  if (ISO.test(said)) return isoDay(said);
  const [, alone] = /^(20\d\d)$/.exec(said) ?? [];
  if (alone !== undefined) return yearOf(Number(alone));
  const [, isoYear, isoMonth] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(said) ?? [];
  if (isoYear !== undefined) return monthOf(Number(isoYear), Number(isoMonth) - 1);
  const [, name = '', ofYear] = /^([a-z]{3,9})(?:\s+(20\d\d))?$/.exec(said) ?? [];
  const named = MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name);
  if (named >= 0) return monthOf(ofYear === undefined ? year - Number(named > month) : Number(ofYear), named);
  for (const round of ROUNDS) {
    const at = parseMoment(said, now - round, 'UTC', 0);
    if (at !== undefined && at <= now) return dayOf(at);
  }
  return undefined;
};

/** @returns undefined for a day that does not exist */
const isoDay = (said: string): Period | undefined => {
  const at = Date.parse(`${said}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, ISO_DAY) !== said ? undefined : dayOf(at);
};

const monthOf = (year: number, month: number): Period => ({
  from: Date.UTC(year, month),
  to: Date.UTC(year, month + 1),
});

const yearOf = (year: number): Period => ({ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) });
