import { DAY } from './clock.ts';
import { parseDuration } from './duration.ts';
import { parseMoment } from './parse-moment.ts';

const AHEAD = /\b(tomorrow|tonight|next|in|later|coming|from now)\b/i;
/** An hour, a day of the week or a date without a year recurs: the most recent one is meant. */
const ROUNDS = [0, DAY, 7 * DAY, 366 * DAY];

/**
 * A moment in the past, as people write it: "3 days", "a week ago", "yesterday", "Monday 8:00", "2026-11-01".
 * @param now milliseconds since 1970
 * @param zone the writer's IANA time zone
 * @returns milliseconds since 1970, or undefined when it is no moment in the past
 */
export const parseSince = (text: string, now: number, zone: string): number | undefined => {
  const said = text.trim();
  const back = parseDuration(said.replace(/^(the\s+)?(last|past)\s+/i, '').replace(/\sago$/i, ''));
  if (back !== undefined) return now - back;
  if (AHEAD.test(said)) return undefined;
  for (const round of ROUNDS) {
    const at = parseMoment(said, now - round, zone, 0);
    if (at !== undefined && at <= now) return at;
  }
  return undefined;
};
