import type { AlertSource } from '#engine/alerts/feed/source.ts';
import type { Rhythm, Watch, WatchSchedule } from '#engine/alerts/watch/watch.ts';
import { cut, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextKey, TextName, Words } from '#platform/texts/texts.ts';
import { dateTime, type Tone } from '#teams/cards/view.ts';
import { formatTimeOfDay } from './parse-options.ts';

const RHYTHM_NAMES: Record<Rhythm, TextName<'watches.rhythm'>> = { prompt: 'atOnce', hour: 'hour', day: 'day' };

/** Describes the watch's filter, or says that every incident passes. @param longest letters */
export const formatFilter = (
  watch: Watch,
  sources: readonly AlertSource[],
  words: Words,
  longest: number,
): Markdown => {
  const filter = sources.find(({ name }) => name === watch.source)?.formatFilter(watch.filter, words) ?? '';
  return filter === '' ? words.markdown('watches.filter.none') : escapeMarkdown(cut(filter, longest));
};

export const formatRhythm = ({ rhythm, zone }: Pick<Watch, 'rhythm' | 'zone'>, words: Words): Markdown =>
  words.markdown(`watches.rhythm.${RHYTHM_NAMES[rhythm]}`, { zone });

/** The quiet hours; empty for none. @param text key of the text, for places without a label */
export const formatQuietHours = (
  { quiet, zone }: Pick<Watch, 'quiet' | 'zone'>,
  words: Words,
  text: TextKey = 'watches.quiet',
): Markdown =>
  quiet
    ? words.markdown(text, { from: formatTimeOfDay(quiet.from, words), to: formatTimeOfDay(quiet.to, words), zone })
    : NO_TEXT;

/** Whether critical incidents wait; empty for a watch without digests and quiet hours. */
export const formatCritical = ({ rhythm, quiet, criticalAnyway }: WatchSchedule, words: Words): Markdown =>
  rhythm === 'prompt' && !quiet
    ? NO_TEXT
    : words.markdown(criticalAnyway ? 'watches.critical.anyway' : 'watches.critical.waits');

interface WatchState {
  readonly text: Markdown;
  readonly tone: Tone;
  /** Paused or unreachable: the card offers to resume it. */
  readonly silent: boolean;
}

/** @param now milliseconds since 1970 */
export const formatState = (
  { unreachable, pausedUntil, stalledSince }: Watch,
  now: number,
  words: Words,
): WatchState => {
  const paused = pausedUntil !== undefined && pausedUntil > now;
  if (unreachable !== undefined)
    return {
      text: words.markdown('watches.state.unreachable', { why: unreachableReason(unreachable, words) }),
      tone: 'attention',
      silent: true,
    };
  if (!paused && stalledSince !== undefined) {
    const text = `${words.markdown('watches.state.unread')} ${dateTime(stalledSince)}` as Markdown;
    return { text, tone: 'warning', silent: false };
  }
  if (!paused) return { text: words.markdown('watches.state.on'), tone: 'good', silent: false };
  const text = Number.isFinite(pausedUntil)
    ? (`${words.markdown('watches.state.pausedUntil')} ${dateTime(pausedUntil)}` as Markdown)
    : words.markdown('watches.state.paused');
  return { text, tone: 'warning', silent: true };
};

/** Why the bot cannot post in a conversation, by the Connector's code; an unknown code is shown as it is. */
const unreachableReason = (code: string, words: Words): string => {
  if (code === 'Connector.left') return words.plain('watches.unreachable.left');
  if (code === 'Connector.blocked') return words.plain('watches.unreachable.blocked');
  if (code === 'Connector.disabled') return words.plain('watches.unreachable.disabled');
  if (code === 'Connector.forbidden') return words.plain('watches.unreachable.forbidden');
  if (code === 'Connector.gone') return words.plain('watches.unreachable.gone');
  return words.plain('watches.unreachable.other', { code });
};
