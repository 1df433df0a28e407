import { createLru } from './cache.ts';
import { calendarDay } from './local-time.ts';

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
  return Math.abs(days) > 1 ? undefined : relativeFormat(reader).format(days, 'day');
};

const dayOf = (at: number, reader: MomentReader): string => {
  const sameYear = calendarDay(reader.zone, at).year === calendarDay(reader.zone, reader.now).year;
  const format = sameYear ? dateFormat('day', reader, DAY) : dateFormat('year', reader, { ...DAY, year: 'numeric' });
  return format.format(at);
};

const timeOf = (at: number, reader: MomentReader): string =>
  dateFormat('time', reader, { timeStyle: 'short' }).format(at);

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** To make a format costs as much as a thousand uses of it. */
const MOST_FORMATS = 500;
const dates = createLru<Intl.DateTimeFormat>(MOST_FORMATS);
const relatives = createLru<Intl.RelativeTimeFormat>(MOST_FORMATS);

const dateFormat = (kind: string, { locale, zone }: MomentReader, how: Intl.DateTimeFormatOptions) =>
  dates(`${kind} ${locale} ${zone}`, () => new Intl.DateTimeFormat(locale, { ...how, timeZone: zone }));

const relativeFormat = ({ locale }: MomentReader): Intl.RelativeTimeFormat =>
  relatives(locale, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
