import { dateTime } from '../../cards/view.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import type { Run } from './run.ts';

export const NONE = '' as Markdown;

/** A length of time: the largest two units, below a minute the seconds. */
export const sayLength = (ms: number, words: Words): string =>
  ms >= MINUTE
    ? formatDuration(ms, words.spoken)
    : new Intl.NumberFormat(words.spoken, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(
        Math.round(ms / SECOND),
      );

/** Who began it, as far as the vendor tells: name and tenant, else the address. */
export const sayConsumer = ({ name, email, tenant }: Run['consumer']): string =>
  [name === '' ? email : name, tenant].filter((part) => part !== '').join(', ');

/** The vendor's word for a mode, in words of ours where it is a known one. */
export const sayMode = (mode: string, words: Words): string => {
  if (mode === 'Incremental') return words.plain('shares.mode.incremental');
  if (mode === 'FullSync') return words.plain('shares.mode.full');
  return mode;
};

/** The longest span whose end is clear from its time alone. */
const HALF_DAY = 12 * 60 * MINUTE;

/** From start to end, as each reader's own Teams shows it. */
export const saySpan = ({ startedAt, endedAt }: Run, words: Words): Markdown => {
  if (startedAt === undefined) return endedAt === undefined ? NONE : dateTime(endedAt);
  if (endedAt === undefined) return `${words.markdown('shares.row.since')} ${dateTime(startedAt)}` as Markdown;
  const end = dateTime(endedAt);
  const short = endedAt - startedAt < HALF_DAY ? end.slice(end.indexOf('{{TIME')) : end;
  return `${dateTime(startedAt)} – ${short}` as Markdown;
};

/** What the vendor says of a failure, its code, as in “DS1042: the file …”, in front. */
export const sayMessage = (message: string): Markdown => {
  const [front = '', code] = /^([A-Za-z]{1,12}[-_]?\d{2,8})\s*[:–-]\s*(?=\S)/.exec(message) ?? [];
  return code === undefined
    ? escapeMarkdown(message)
    : (`**${escapeMarkdown(code)}** ${escapeMarkdown(message.slice(front.length))}` as Markdown);
};
