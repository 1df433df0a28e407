import { DAY } from '../../lib/clock.ts';
import { parseDuration } from '../../lib/duration.ts';
import { parseMoment } from '../../lib/parse-moment.ts';

/** The hour of a day that is named without one. */
const MORNING = 8;
const LONGEST = 366 * DAY;

/**
 * The end of a silence: "2 hours", "until Friday 17:00", "tomorrow".
 * @param now milliseconds since 1970
 * @param zone the writer's IANA time zone
 * @returns milliseconds since 1970; undefined when it is no moment of the year ahead
 */
export const readUntil = (text: string, now: number, zone: string): number | undefined => {
  const said = text.replace(/^\s*(for|until|till)\s+/i, '').trim();
  const length = parseDuration(said);
  const at = length === undefined ? parseMoment(said, now, zone, MORNING) : now + length;
  return at !== undefined && at > now && at <= now + LONGEST ? at : undefined;
};
