import { DateTime } from 'luxon';
import { createLru } from './cache.ts';
import { DAY, HOUR, MINUTE } from './clock.ts';

const DAY_MINUTES = 1_440;

/** The local time in a time zone, in minutes after midnight. */
export const minuteOfDay = (zone: string, at: number): number => {
  const { hour, minute } = DateTime.fromMillis(at, { zone });
  return hour * 60 + minute;
};

/** Minutes east of UTC in a time zone at a moment. */
export const offsetAt = (zone: string, at: number): number => DateTime.fromMillis(at, { zone }).offset;

/** The first full minute after `now` with the given local time, across changes of the clock. @param guess its usual minute of the day */
export const nextMinute = (zone: string, now: number, guess: number, is: (minute: number) => boolean): number => {
  const ahead = (guess - minuteOfDay(zone, now) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const begun = Math.floor(now / MINUTE) * MINUTE;
  const at = begun + ahead * MINUTE;
  if (minuteOfDay(zone, at) === guess) return at;
  for (let look = Math.max(begun + MINUTE, at - 3 * HOUR); look < at + 3 * HOUR; look += MINUTE) {
    if (is(minuteOfDay(zone, look))) return look;
  }
  return at;
};

interface NumberedDay {
  readonly year: number;
  /** Counted from 1970-01-01. */
  readonly number: number;
}

/** A list says many moments of few days, and to ask for the zone's clock costs more than all else of saying one. */
const days = createLru<NumberedDay>(5_000);
/** Nowhere does a day begin between two of them. */
const QUARTER_MS = 15 * MINUTE;

/** The calendar day in a time zone. */
const calendarDay = (zone: string, at: number): NumberedDay =>
  days(`${zone} ${Math.floor(at / QUARTER_MS)}`, () => {
    const { year, month, day } = DateTime.fromMillis(at, { zone });
    return { year, number: Date.UTC(year, month - 1, day) / DAY };
  });

/** Whether a moment lies on a Saturday or Sunday there. */
export const isWeekend = (zone: string, at: number): boolean => DateTime.fromMillis(at, { zone }).weekday > 5;

/** The beginning of the next day there; milliseconds since 1970. */
export const nextDay = (zone: string, at: number): number =>
  DateTime.fromMillis(at, { zone }).plus({ days: 1 }).startOf('day').toMillis();

/** A time of each month. */
interface MonthlyTime {
  /** From 1; in a month without that day, on its last day. */
  readonly day: number;
  /** After midnight. */
  readonly minute: number;
  /** IANA time zone. */
  readonly zone: string;
}

/** The month in which a moment lies there, as 2026-11. */
export const monthOf = ({ zone }: MonthlyTime, at: number): string =>
  DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM');

/** That time in the month of a moment; milliseconds since 1970. */
export const timeIn = ({ day, minute, zone }: MonthlyTime, at: number): number => {
  const { year, month, daysInMonth } = DateTime.fromMillis(at, { zone });
  const last = daysInMonth ?? day;
  const hour = Math.floor(minute / 60);
  return DateTime.fromObject({ year, month, day: Math.min(day, last), hour, minute: minute % 60 }, { zone }).toMillis();
};

/** The first such time after a moment. */
export const nextMonthly = (time: MonthlyTime, after: number): number => {
  const now = timeIn(time, after);
  if (now > after) return now;
  const next = DateTime.fromMillis(after, { zone: time.zone }).startOf('month').plus({ months: 1 });
  return timeIn(time, next.toMillis());
};

/** A day of the calendar; months from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day on which a moment lies in a zone, and the minute of that day. */
export const localDay = (zone: string, at: number): CalendarDay & { readonly minute: number } => {
  const { year, month, day, hour, minute } = DateTime.fromMillis(at, { zone });
  return { year, month, day, minute: hour * 60 + minute };
};

const FRIDAY = 5;

/** For a moment on a Saturday or Sunday in a zone, the same local time on the Friday before; any other moment as it is. */
export const beforeWeekend = (at: number, zone: string): number => {
  const local = DateTime.fromMillis(at, { zone });
  return local.weekday <= FRIDAY ? at : local.minus({ days: local.weekday - FRIDAY }).toMillis();
};

/** Whether this is the name of an IANA time zone. */
export const isZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** A time of each week. */
export interface WeeklyTime {
  /** From 1, Monday. */
  readonly weekday: number;
  /** After midnight. */
  readonly minute: number;
  /** IANA time zone. */
  readonly zone: string;
}

/** The first such time after a moment; milliseconds since 1970. */
export const nextWeekly = ({ weekday, minute, zone }: WeeklyTime, after: number): number => {
  const day = DateTime.fromMillis(after, { zone }).startOf('day');
  const ahead = (weekday - day.weekday + 7) % 7;
  const inWeek = (days: number): number =>
    day
      .plus({ days })
      .set({ hour: Math.floor(minute / 60), minute: minute % 60 })
      .toMillis();
  return inWeek(ahead) > after ? inWeek(ahead) : inWeek(ahead + 7);
};

/** In whose words and by whose clock a moment is said. */
export interface MomentReader {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** BCP 47 tag of the language that the words are in. */
  readonly locale: string;
  /** IANA time zone. */
  readonly zone: string;
  /** People in other zones read it too: the zone is named. */
  readonly named: boolean;
}

/** A moment as people say it: "today 14:05", "tomorrow 09:00", "Fri 28 Nov, 17:00"; the year only when it differs. */
export const formatMoment = (at: number, reader: MomentReader): string => withZone(dayAndTime(at, reader), reader);

/** From one moment to another; a day that both share is said once. @param to the word between them */
export const formatSpan = (from: number, until: number, to: string, reader: MomentReader): string => {
  const end = isSameDay(from, until, reader) ? timeOf(until, reader) : dayAndTime(until, reader);
  return withZone(`${dayAndTime(from, reader)} ${to} ${end}`, reader);
};

const withZone = (said: string, { zone, named }: MomentReader): string =>
  named ? `${said} (${zone.split('/').at(-1)?.replaceAll('_', ' ')})` : said;

const dayAndTime = (at: number, reader: MomentReader): string => {
  const near = nearDay(at, reader);
  return near === undefined ? `${dayOf(at, reader)}, ${timeOf(at, reader)}` : `${near} ${timeOf(at, reader)}`;
};

const isSameDay = (a: number, b: number, { zone }: MomentReader): boolean =>
  calendarDay(zone, a).number === calendarDay(zone, b).number;

/** "today", "tomorrow" or "yesterday"; undefined for days farther away. */
const nearDay = (at: number, reader: MomentReader): string | undefined => {
  const days = calendarDay(reader.zone, at).number - calendarDay(reader.zone, reader.now).number;
  if (Math.abs(days) > 1) return undefined;
  const { locale } = reader;
  return relatives(locale, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(days, 'day');
};

const dayOf = (at: number, reader: MomentReader): string => {
  const sameYear = calendarDay(reader.zone, at).year === calendarDay(reader.zone, reader.now).year;
  const format = sameYear
    ? dateFormat('day', reader, DAY_FORMAT)
    : dateFormat('year', reader, { ...DAY_FORMAT, year: 'numeric' });
  return format.format(at);
};

const timeOf = (at: number, reader: MomentReader): string =>
  dateFormat('time', reader, { timeStyle: 'short' }).format(at);

const DAY_FORMAT = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** To make a format costs as much as a thousand uses of it. */
const MOST_FORMATS = 500;
const dates = createLru<Intl.DateTimeFormat>(MOST_FORMATS);
const relatives = createLru<Intl.RelativeTimeFormat>(MOST_FORMATS);

const dateFormat = (kind: string, { locale, zone }: MomentReader, how: Intl.DateTimeFormatOptions) =>
  dates(`${kind} ${locale} ${zone}`, () => new Intl.DateTimeFormat(locale, { ...how, timeZone: zone }));
