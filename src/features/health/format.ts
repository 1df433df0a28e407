import type { Level } from '../../alerts/feed/source.ts';
import { dateTime } from '../../cards/view.ts';
import type { Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import type { HealthItem } from './item.ts';
import { type Kind, kindOf } from './kind.ts';
import { shortLine } from './vendor-text.ts';

export const formatLevel = (level: Level, words: Words): string => words.plain(`health.level.${level}`);
export const formatKind = (kind: Kind, words: Words): string => words.plain(`health.kind.${kind}`);

/** The event's title, or a name for it where the title is hidden or empty. */
export const titleOf = (item: HealthItem, words: Words, most: number): string => {
  if (item.made) return words.plain('health.sample.title');
  if (item.hidden) return words.plain('health.hidden.title');
  return shortLine(item.title, most) || formatKind(kindOf(item), words);
};

/** Current state in one line: level and state, or the time of planned work. */
export const stateOf = (item: HealthItem, words: Words): Markdown => {
  const kind = kindOf(item);
  const planned = plannedFor(item);
  if (planned !== undefined) return `${words.markdown('health.state.planned')} ${planned}` as Markdown;
  if (!item.open) return words.markdown(kind === 'maintenance' ? 'health.state.done' : 'health.state.resolved');
  return words.markdown('health.state.active', { level: formatLevel(item.level, words) });
};

/** Start and end of planned work that is not over. */
export const plannedFor = (item: HealthItem): Markdown | undefined => {
  const { open, startedAt, endsAt } = item;
  if (!open || startedAt === undefined || kindOf(item) !== 'maintenance') return undefined;
  return endsAt === undefined ? dateTime(startedAt) : span(startedAt, endsAt);
};

/** Start and end. */
export const span = (from: number, to: number): Markdown => `${dateTime(from)} – ${dateTime(to)}` as Markdown;

/** The first names of a list and the number of others. @param further number of names not in the list */
export const few = (names: readonly string[], most: number, words: Words, further = 0): string => {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length + further;
  if (shown.length === 0 || rest === 0) return shown.join(', ');
  return words.plain('health.list.andMore', { shown: shown.join(', '), count: rest });
};
