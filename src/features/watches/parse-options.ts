import type { Rhythm } from '#engine/alerts/watch/watch.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { parseDuration } from '#platform/lib/duration.ts';
import { parseMoment } from '#platform/lib/parse-moment.ts';
import type { Words } from '#platform/texts/texts.ts';

const RHYTHMS: readonly (readonly [Rhythm, RegExp])[] = [
  ['prompt', /^(at once|none|no|off|never)$/],
  ['hour', /^((every|each|per|an|once an) )?hour(ly)?$/],
  ['day', /^((every|each|per|a|once a) )?(day|daily)$/],
];

/** Parses how often digests come: "hour", "daily", "off". */
export const parseRhythm = (text: string): Rhythm | undefined => {
  const value = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return RHYTHMS.find(([, pattern]) => pattern.test(value))?.[0];
};

/** Parses "critical" after `except`, in the usual ways to write it. */
export const parseException = (text: string): boolean =>
  /^(for )?(the |what is |all )?critical( ones)?$/i.test(text.trim());

/** Parses a language tag. @returns the canonical BCP 47 tag; undefined for an unknown language */
export const parseLanguage = (text: string): string | undefined => {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replace('_', '-'));
    const { language = '' } = new Intl.Locale(tag ?? '');
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) && tag;
  } catch {
    return undefined;
  }
};

/** A time of day as commands write it. @param minutes after midnight */
export const formatTimeOfDay = (minutes: number, words: Words): string =>
  new Intl.DateTimeFormat(words.formatLocale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(Math.floor(minutes / 60) * HOUR + (minutes % 60) * MINUTE);

/** The hour for a day without a time. */
const MORNING = 8;
const LONGEST_SILENCE = 366 * DAY;

/**
 * Parses the end of a pause or snooze: "2 hours", "until Friday 17:00", "tomorrow".
 * @param now milliseconds since 1970
 * @param zone the writer's IANA time zone
 * @returns milliseconds since 1970; undefined unless it lies within the next year
 */
export const parseUntil = (text: string, now: number, zone: string): number | undefined => {
  const value = text.replace(/^\s*(for|until|till)\s+/i, '').trim();
  const length = parseDuration(value);
  const at = length === undefined ? parseMoment(value, now, zone, MORNING) : now + length;
  return at !== undefined && at > now && at <= now + LONGEST_SILENCE ? at : undefined;
};

/** Such an end as the commands take it behind a name. */
export const typedUntil = (text: string): string =>
  text === '' ? '' : /^(?:until|till)\s/i.test(text) ? ` ${text}` : ` for ${text}`;
