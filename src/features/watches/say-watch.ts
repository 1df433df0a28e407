import type { AlertSource } from '../../alerts/feed/source.ts';
import type { Rhythm, Watch } from '../../alerts/watch/watch.ts';
import type { Tone } from '../../cards/tone.ts';
import { dateTime } from '../../cards/view.ts';
import { cut, escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { timeOfDay } from './quiet.ts';

const RHYTHM_NAMES: Record<Rhythm, string> = { prompt: 'atOnce', hour: 'hour', day: 'day' };

/** What it lets through, in words; for every incident too. @param longest letters */
export const sayFilter = (watch: Watch, sources: readonly AlertSource[], words: Words, longest: number): Markdown => {
  const said = sources.find(({ name }) => name === watch.source)?.sayFilter(watch.filter, words) ?? '';
  return said === '' ? words.markdown('watches.filter.none') : escapeMarkdown(cut(said, longest));
};

export const sayRhythm = ({ rhythm, zone }: Watch, words: Words): Markdown =>
  words.markdown(`watches.rhythm.${RHYTHM_NAMES[rhythm]}`, { zone });

/** Empty where it has none. @param text says it where nothing beside it tells what it is about */
export const sayQuiet = ({ quiet, zone }: Watch, words: Words, text = 'watches.quiet'): Markdown =>
  quiet
    ? words.markdown(text, { from: timeOfDay(quiet.from, words), to: timeOfDay(quiet.to, words), zone })
    : ('' as Markdown);

/** Whether what is critical waits; empty where nothing ever waits. */
export const sayCritical = ({ rhythm, quiet, criticalAnyway }: Watch, words: Words): Markdown =>
  rhythm === 'prompt' && !quiet
    ? ('' as Markdown)
    : words.markdown(criticalAnyway ? 'watches.critical.anyway' : 'watches.critical.waits');

export interface Standing {
  readonly text: Markdown;
  readonly tone: Tone;
  /** It waits for somebody to resume it, or may be resumed. */
  readonly silent: boolean;
}

/** @param now milliseconds since 1970 */
export const sayStanding = ({ deaf, pausedUntil, unreadSince }: Watch, now: number, words: Words): Standing => {
  const paused = pausedUntil !== undefined && pausedUntil > now;
  if (deaf !== undefined)
    return {
      text: words.markdown('watches.state.deaf', { why: whyDeaf(deaf, words) }),
      tone: 'attention',
      silent: true,
    };
  if (!paused && unreadSince !== undefined) {
    const text = `${words.markdown('watches.state.unread')} ${dateTime(unreadSince)}` as Markdown;
    return { text, tone: 'warning', silent: false };
  }
  if (!paused) return { text: words.markdown('watches.state.on'), tone: 'good', silent: false };
  const text = Number.isFinite(pausedUntil)
    ? (`${words.markdown('watches.state.pausedUntil')} ${dateTime(pausedUntil)}` as Markdown)
    : words.markdown('watches.state.paused');
  return { text, tone: 'warning', silent: true };
};

/** The Connector's codes that mean that nothing can be said in a conversation; another one is shown as it is. */
const whyDeaf = (code: string, words: Words): string => {
  if (code === 'Connector.left') return words.plain('watches.deaf.left');
  if (code === 'Connector.blocked') return words.plain('watches.deaf.blocked');
  if (code === 'Connector.gone') return words.plain('watches.deaf.gone');
  return words.plain('watches.deaf.other', { code });
};
