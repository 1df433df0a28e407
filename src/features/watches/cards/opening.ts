import { z } from 'zod';
import type { Incident } from '#engine/alerts/alerts.ts';
import { isUrgent, type Level, levels, toneOf } from '#engine/alerts/feed/signal.ts';
import type { AlertSource } from '#engine/alerts/feed/source.ts';
import { cut, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { markdown, toneStyle } from '#teams/cards/view.ts';

/** What was open when a watch was set up; one at most. */
export const openingView = z.array(
  z.object({
    title: markdown,
    lines: z.array(z.object({ title: markdown, state: markdown, colour: z.string() })),
    more: markdown,
  }),
);
type OpeningView = z.input<typeof openingView>;

const MOST_LINES = 6;
const LONGEST_TITLE = 120;

/** @param incidents the most urgent first; undefined before the first poll */
export const viewOpening = (
  incidents: readonly Incident[] | undefined,
  source: AlertSource,
  words: Words,
): OpeningView => {
  const sentence = (title: Markdown): OpeningView => [{ title, lines: [], more: NO_TEXT }];
  if (incidents === undefined) return sentence(words.markdown('watches.opening.pending'));
  if (incidents.length === 0) return sentence(words.markdown('watches.opening.nothing'));
  const open = incidents.filter(({ signal }) => signal.open);
  if (open.length === 0) return sentence(words.markdown('watches.opening.over'));
  const rest = open.length - MOST_LINES;
  const more = [
    ...(rest > 0 ? [words.markdown('watches.opening.more', { count: rest })] : []),
    ...(open.every(({ signal }) => isUrgent(signal)) ? [] : [words.markdown('watches.opening.rule')]),
  ];
  return [
    {
      title: words.markdown('watches.opening.title', { counts: countLevels(open, words) }),
      lines: open.slice(0, MOST_LINES).map(({ item, signal }) => {
        const { name, state } = source.content(item, words);
        return { title: escapeMarkdown(cut(name, LONGEST_TITLE)), state, colour: toneStyle(toneOf(signal)).colour };
      }),
      more: more.join(' ') as Markdown,
    },
  ];
};

/** “1 critical, 2 warnings”, from worst to least. */
const countLevels = (open: readonly Incident[], words: Words): string => {
  const count = (level: Level): number => open.filter(({ signal }) => signal.level === level).length;
  const counts = levels
    .filter((level) => count(level) > 0)
    .map((level) => words.plain(`watches.opening.count.${level}`, { count: count(level) }));
  return listed(counts, words, 'unit');
};
