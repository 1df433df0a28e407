import { parse } from 'chrono-node';
import { DateTime } from 'luxon';

/**
 * A moment as people write it: "Friday 17:00", "tomorrow 9am", "2026-12-01 12:00", "1 December".
 * @param now milliseconds since 1970; what is written without a date lies after it
 * @param zone the writer's IANA time zone, in which the words are meant
 * @param hour taken where only a day was written
 * @returns milliseconds since 1970, or undefined when it is no moment, or not one alone
 */
export const parseMoment = (text: string, now: number, zone: string, hour: number): number | undefined => {
  const here = DateTime.fromMillis(now, { zone });
  if (/^(now|at once|immediately)$/i.test(text.trim())) return now;
  const [found, second] = parse(text, { instant: new Date(now), timezone: here.offset }, { forwardDate: true });
  if (!found || second || found.end || found.text.length < text.trim().length - 3) return undefined;
  const { start } = found;
  // chrono knows fixed offsets only: read its words, and let the zone say what they mean on that day.
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
