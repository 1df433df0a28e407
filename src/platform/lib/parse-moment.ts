import { parse } from 'chrono-node';
import { DateTime } from 'luxon';
import { DAY } from './clock.ts';
import { parseDuration } from './duration.ts';

/** Nobody writes more for one moment, and chrono is slow with long texts. */
const LONGEST = 200;

/**
 * A moment as people write it: "Friday 17:00", "tomorrow 9am", "1 December". @param hour of a day without a time
 * @returns milliseconds since 1970, after `now` if it has no date; undefined for none, several, or an ambiguous one
 */
export const parseMoment = (text: string, now: number, zone: string, hour: number): number | undefined => {
  if (text.length > LONGEST) return undefined;
  const here = DateTime.fromMillis(now, { zone });
  if (/^(now|at once|immediately)$/i.test(text.trim())) return now;
  if (isAmbiguous(text)) return undefined;
  const ahead = parseDuration(text.replace(/^\s*in\s/i, ''));
  if (ahead !== undefined && ahead % DAY !== 0) return now + ahead;
  const [found, second] = parse(text, { instant: new Date(now), timezone: here.offset }, { forwardDate: true });
  if (!found || second || found.end || found.text.length < text.trim().length - 3) return undefined;
  const { start } = found;
  if (start.isCertain('timezoneOffset')) return start.date().getTime();
  // chrono knows only fixed offsets: use its fields, and compute the moment with the zone's rules for that day.
  const at = DateTime.fromObject(
    {
      year: start.get('year') ?? here.year,
      month: start.get('month') ?? here.month,
      day: start.get('day') ?? here.day,
      hour: start.isCertain('hour') ? (start.get('hour') ?? hour) : hour,
      minute: start.isCertain('minute') ? (start.get('minute') ?? 0) : 0,
    },
    { zone },
  );
  return at.isValid ? at.toMillis() : undefined;
};

/** "3.4.2026" is in April for some and in March for others: it is better to ask than to guess. */
const isAmbiguous = (text: string): boolean => {
  const [, first, second] = /(?:^|\s)(\d{1,2})[./-](\d{1,2})(?:[./-]\d{2,4})?(?=\s|,|$)/.exec(text) ?? [];
  return first !== second && Number(first) <= 12 && Number(second) <= 12;
};

const AHEAD = /\b(tomorrow|tonight|next|in|later|coming|from now)\b/i;
/** An hour, a day of the week or a date without a year recurs: the most recent one is meant. */
const ROUNDS = [0, DAY, 7 * DAY, 366 * DAY];

/** “This week” is the last seven days, “this month” the last thirty. */
const THIS: Readonly<Record<string, number>> = { week: 7 * DAY, month: 30 * DAY };

/** A moment in the past as people write it: "3 days", "a week ago", "this week", "Monday 8:00". @returns milliseconds since 1970, or undefined */
export const parseSince = (text: string, now: number, zone: string): number | undefined => {
  const said = text.trim();
  const [, span = ''] = /^(?:this\s+)?(week|month)$/i.exec(said) ?? [];
  const back =
    THIS[span.toLowerCase()] ?? parseDuration(said.replace(/^(the\s+)?(last|past)\s+/i, '').replace(/\sago$/i, ''));
  if (back !== undefined) return now - back;
  if (AHEAD.test(said)) return undefined;
  for (const round of ROUNDS) {
    const at = parseMoment(said, now - round, zone, 0);
    if (at !== undefined && at <= now) return at;
  }
  return undefined;
};
