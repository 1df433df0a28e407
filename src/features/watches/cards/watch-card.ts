import { z } from 'zod';
import type { AlertSource } from '../../../alerts/feed/source.ts';
import { describeUnknownNames, type UnknownName, unknownNames } from '../../../alerts/feed/unknown-names.ts';
import type { Watch } from '../../../alerts/watch/watch.ts';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import { languageWords } from '../../../cards/language-name.ts';
import { type Fact, fact, markdown, toneStyle } from '../../../cards/view.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '../../../lib/text.ts';
import type { Renderer } from '../../../outbox/renderer.ts';
import type { TextName, Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { formatCritical, formatFilter, formatQuietHours, formatRhythm, formatState } from '../format.ts';
import { findWatchCard, type OpenCount, WATCH } from '../store.ts';

export const watchVerbs = {
  pause: 'watch.pause',
  resume: 'watch.resume',
  stop: 'watch.stop',
  test: 'watch.test',
  unmute: 'watch.unmute',
  turn: 'watch.turn',
} as const;

const LONGEST_FILTER = 600;

const watchView = z.object({
  overline: markdown,
  title: markdown,
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  facts: z.array(fact),
  open: markdown,
  unknown: markdown,
  buttons: z.array(z.object({ title: z.string(), verb: z.string(), tone: z.string(), ref: z.string() })),
});

export const watchCard = defineCard('watches/watch.json', watchView);

export interface WatchCardContext {
  readonly sources: readonly AlertSource[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Open incidents that it posts at once when it has just been set up. */
  readonly openCount?: OpenCount;
  /** Names in its filter that no incident has used yet. */
  readonly unknownNames?: readonly UnknownName[] | undefined;
  /** The watch has been stopped. */
  readonly stopped?: boolean;
}

/** A watch's card and its summary. */
export const renderWatch = (
  watch: Watch,
  shown: WatchCardContext,
  words: Words,
): { card: CardJson; summary: string } => {
  const state = shown.stopped
    ? { text: words.markdown('watches.state.stopped'), tone: 'default' as const, silent: false }
    : formatState(watch, shown.now, words);
  const named = { source: watch.source, ref: watch.ref, who: watch.createdBy.name };
  const card = watchCard.render({
    overline: words.markdown('watches.card.overline', named),
    title: escapeMarkdown(watch.title),
    state: state.text,
    ...toneStyle(state.tone),
    facts: factsOf(watch, shown, words),
    open: formatOpenCount(shown.openCount, words),
    unknown:
      shown.stopped || shown.openCount === 'pending' ? NO_TEXT : describeUnknownNames(shown.unknownNames ?? [], words),
    buttons: shown.stopped ? [] : buttonsOf(watch, state.silent, words),
  });
  return { card, summary: words.plain('watches.card.summary', { ...named, title: watch.title }) };
};

const formatOpenCount = (openCount: OpenCount, words: Words): Markdown => {
  if (openCount === undefined) return NO_TEXT;
  if (openCount === 'pending') return words.markdown('watches.card.pending');
  return words.markdown('watches.card.open', { count: openCount });
};

const factsOf = (watch: Watch, { sources }: WatchCardContext, words: Words): Fact[] => {
  const facts: readonly (readonly [TextName<'watches.label'>, Markdown])[] = [
    ['what', formatFilter(watch, sources, words, LONGEST_FILTER)],
    ['when', formatRhythm(watch, words)],
    ['quiet', formatQuietHours(watch, words)],
    ['critical', formatCritical(watch, words)],
    ['language', escapeMarkdown(languageWords(watch.language, words))],
  ];
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ title: words.plain(`watches.label.${name}`), value }));
};

const buttonsOf = ({ ref }: Watch, silent: boolean, words: Words) => {
  const button = (name: 'test' | 'pause' | 'resume' | 'stop', tone = 'default') => ({
    title: words.plain(`watches.button.${name}`),
    verb: watchVerbs[name],
    tone,
    ref,
  });
  return [button('test'), button(silent ? 'resume' : 'pause'), button('stop', 'destructive')];
};

/** Renders every copy of a watch's card from its current state; a stopped watch from its last one. */
export const watchRenderer = ({ alerts, clock, database }: Services): Renderer => ({
  kind: WATCH,
  async render(id, _face, words) {
    const card = await findWatchCard(database.db, id);
    if (!card) return undefined;
    const watches = await alerts.watches(card.watch.conversationId);
    const watch = watches.find((one) => one.id === id);
    const source = alerts.sources.find(({ name }) => name === watch?.source);
    const shown = {
      sources: alerts.sources,
      now: clock.now(),
      unknownNames: watch && source && unknownNames(source.filterNames(watch.filter), await alerts.names(source.name)),
      stopped: watch === undefined,
      openCount: card.openCount,
    };
    return { version: card.version, ...renderWatch(watch ?? card.watch, shown, words) };
  },
});
