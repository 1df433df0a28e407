import { DateTime } from 'luxon';
import { HOUR, MINUTE } from './clock.ts';

const DAY_MINUTES = 1_440;

/** Minutes after midnight that a clock in this zone shows. */
export const minuteOfDay = (zone: string, at: number): number => {
  const { hour, minute } = DateTime.fromMillis(at, { zone });
  return hour * 60 + minute;
};

/**
 * The first full minute after `now` at which the clock of a zone shows what is asked for, on days on which it is moved too.
 * @param guess the minute of the day at which that is, unless the clock is moved before
 * @returns milliseconds since 1970
 */
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
