import { MINUTE } from './clock.ts';
import { isWeekend, minuteOfDay, nextDay, nextMinute } from './local-time.ts';

/** Minutes after midnight; `to` may be earlier than `from`, then they last over midnight. */
export interface Quiet {
  readonly from: number;
  readonly to: number;
}

/** When a person may be notified. */
export interface Hours {
  readonly quiet?: Quiet | undefined;
  /** Whether also on Saturdays and Sundays. */
  readonly weekends: boolean;
  /** IANA time zone. */
  readonly zone: string;
}

const isInside = ({ from, to }: Quiet, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** End of the current quiet hours; undefined outside them. Milliseconds since 1970. */
export const quietUntil = (quiet: Quiet, zone: string, now: number): number | undefined =>
  isInside(quiet, minuteOfDay(zone, now))
    ? nextMinute(zone, now, quiet.to, (minute) => !isInside(quiet, minute))
    : undefined;

/** The end of what is quiet at this moment, hours or a day of the weekend. */
const nextEnd = ({ quiet, weekends, zone }: Hours, at: number): number | undefined =>
  !weekends && isWeekend(zone, at) ? nextDay(zone, at) : quiet && quietUntil(quiet, zone, at);

/** The first moment from `at` on that is neither in quiet hours nor on a weekend without notices; milliseconds since 1970. */
export const freeFrom = (hours: Hours, at: number): number => {
  const end = nextEnd(hours, at);
  return end === undefined ? at : freeFrom(hours, end);
};

/** Steps in which a free moment is looked for backwards. */
const STEP = 15 * MINUTE;

/** A free moment at most a quarter of an hour before it becomes quiet, for a quiet `at`; undefined where none is after `since`. */
export const freeBefore = (hours: Hours, at: number, since: number): number | undefined => {
  for (let look = at - STEP; look > since; look -= STEP) {
    if (nextEnd(hours, look) === undefined) return look;
  }
  return undefined;
};

/** Time of a daily message for whoever has no quiet hours. */
const MORNING = 9 * 60;
/** Where the clock skips that time of day, the first minute after it counts. */
const SKIPPED = 3 * 60;

/** The next daily message after a moment: at the end of the quiet hours, or at 09:00. Milliseconds since 1970. */
export const nextDaily = (hours: Hours, after: number): number => {
  const wanted = hours.quiet?.to ?? MORNING;
  const at = nextMinute(hours.zone, after, wanted, (minute) => minute >= wanted && minute < wanted + SKIPPED);
  return !hours.weekends && isWeekend(hours.zone, at) ? nextDaily(hours, at) : at;
};

const TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/i;
const BARE = /^\d{1,2}$/;
const DAY_MINUTES = 1_440;

/** Parses quiet hours: "22:00-07:00", "10pm to 7am", "22–7". @returns undefined for anything else, and for an ambiguous "9-5" */
export const parseQuietHours = (text: string): Quiet | undefined => {
  const times = text
    .trim()
    .replace(/^(from|between)\s+/i, '')
    .replace(/\s+/g, ' ')
    .split(/ ?[-–—] ?| (?:to|until|till|and) /i);
  if (times.every((time) => BARE.test(time) && Number(time) <= 12)) return undefined;
  // 24:00 is midnight.
  const [from, to, ...more] = times.map((time) => (/^24[:.]00$/.test(time) ? 0 : parseTimeOfDay(time)));
  return from === undefined || to === undefined || from === to || more.length > 0 ? undefined : { from, to };
};

/** “9:00”, “17”, “9 am”: minutes after midnight. */
export const parseTimeOfDay = (text: string): number | undefined => {
  const [, hour, minute = '0', half] = TIME.exec(text.trim()) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const hours = half === undefined ? Number(hour) : to24Hours(Number(hour), half.toLowerCase());
  const minutes = hours * 60 + Number(minute);
  return minutes < DAY_MINUTES ? minutes : undefined;
};

const to24Hours = (hour: number, half: string): number =>
  hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === 'pm' ? 12 : 0);
