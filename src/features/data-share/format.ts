import { MINUTE, SECOND } from '#platform/lib/clock.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { dateTime } from '#teams/cards/view.ts';
import type { Synchronization } from './synchronization.ts';

/** A duration in its two largest units, or in seconds below a minute. */
export const formatLength = (ms: number, words: Words): string =>
  ms >= MINUTE
    ? formatDuration(ms, words.formatLocale)
    : new Intl.NumberFormat(words.formatLocale, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(
        Math.round(ms / SECOND),
      );

/** The consumer's name and tenant, or the e-mail address where there is no name. */
export const formatConsumer = ({ name, email, tenant }: Synchronization['consumer']): string =>
  [name === '' ? email : name, tenant].filter((part) => part !== '').join(', ');

/** The name of a synchronization mode; an unknown one as the vendor writes it. */
export const formatMode = (mode: string, words: Words): string => {
  if (mode === 'Incremental') return words.plain('shares.mode.incremental');
  if (mode === 'FullSync') return words.plain('shares.mode.full');
  return mode;
};

/** The longest period whose end is clear without a date. */
const HALF_DAY = 12 * 60 * MINUTE;

/** Start and end in the reader's own time zone. */
export const formatPeriod = ({ startedAt, endedAt }: Synchronization, words: Words): Markdown => {
  if (startedAt === undefined) return endedAt === undefined ? NO_TEXT : dateTime(endedAt);
  if (endedAt === undefined) return `${words.markdown('shares.row.since')} ${dateTime(startedAt)}` as Markdown;
  const end = dateTime(endedAt);
  const short = endedAt - startedAt < HALF_DAY ? end.slice(end.indexOf('{{TIME')) : end;
  return `${dateTime(startedAt)} – ${short}` as Markdown;
};

/** The vendor's message, with a leading code such as “DS1042:” in bold. */
export const formatMessage = (message: string): Markdown => {
  const [front = '', code] = /^([A-Za-z]{1,12}[-_]?\d{2,8})\s*[:–-]\s*(?=\S)/.exec(message) ?? [];
  return code === undefined
    ? escapeMarkdown(message)
    : (`**${escapeMarkdown(code)}** ${escapeMarkdown(message.slice(front.length))}` as Markdown);
};
