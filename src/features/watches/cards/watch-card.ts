import { z } from 'zod';
import type { Incident } from '#engine/alerts/alerts.ts';
import type { AlertSource } from '#engine/alerts/feed/source.ts';
import { describeUnknownNames, type UnknownName, unknownNames } from '#engine/alerts/feed/unknown-names.ts';
import type { Watch } from '#engine/alerts/watch/watch.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { capitalised, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { languageWords, type TextName, type Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { commandButton, type PlacedButton, placeButtons, placedButton } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard } from '#teams/cards/define-card.ts';
import { type Fact, fact, markdown, toneStyle } from '#teams/cards/view.ts';
import { formatCritical, formatFilter, formatQuietHours, formatRhythm, formatState } from '../format.ts';
import { findWatchCard, WATCH } from '../store.ts';
import { openingView, viewOpening } from './opening.ts';

export const watchVerbs = {
  change: 'watch.change',
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
  opening: openingView,
  unknown: markdown,
  buttons: z.array(placedButton),
});

export const watchCard = defineCard('watches/watch.json', watchView);

interface WatchCardContext {
  readonly sources: readonly AlertSource[];
  /** The place as the source's list command takes it. */
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What was open when it was set up; undefined before the first poll. */
  readonly opening?: readonly Incident[] | undefined;
  /** Names in its filter that no incident has used yet. */
  readonly unknownNames?: readonly UnknownName[] | undefined;
  /** The watch has been stopped. */
  readonly stopped?: boolean;
}

/** A watch's card and its summary. */
const renderWatch = (watch: Watch, shown: WatchCardContext, words: Words): { card: CardJson; summary: string } => {
  const state = shown.stopped
    ? { text: words.markdown('watches.state.stopped'), tone: 'default' as const, silent: false }
    : formatState(watch, shown.now, words);
  const named = { source: watch.source, ref: watch.ref, who: watch.createdBy.name };
  const source = shown.stopped ? undefined : shown.sources.find(({ name }) => name === watch.source);
  const card = watchCard.render({
    overline: capitalised(words.markdown('watches.card.overline', named)),
    title: escapeMarkdown(watch.title),
    state: state.text,
    ...toneStyle(state.tone),
    facts: factsOf(watch, shown, words),
    opening: source ? viewOpening(shown.opening, source, words) : [],
    unknown: source && shown.opening ? describeUnknownNames(shown.unknownNames ?? [], words) : NO_TEXT,
    buttons: source ? buttonsOf(watch, `${source.listCommand} ${shown.place}`, state.silent, words) : [],
  });
  return { card, summary: words.plain('watches.card.summary', { ...named, title: watch.title }) };
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
    .map(([name, value]) => ({ title: words.plain(`watches.label.${name}`), value: capitalised(value) }));
};

/** @param list the command that lists what the source has at the place */
const buttonsOf = ({ ref }: Watch, list: string, silent: boolean, words: Words): PlacedButton[] => {
  const own = (name: 'test' | 'pause' | 'resume' | 'stop') => ({
    title: words.plain(`watches.button.${name}`),
    verb: watchVerbs[name],
    data: { ref },
  });
  return placeButtons([
    commandButton(words.plain('watches.button.list'), list),
    own(silent ? 'resume' : 'pause'),
    { ...own('stop'), style: 'destructive' },
    own('test'),
  ]);
};

/** The place's key in the policy; its title where the policy has no such place. */
const placeOf = (source: AlertSource, { feed, title }: Watch, policy: Policy): string =>
  source.places(policy).find(({ key }) => source.feedOf(key, policy).key === feed)?.key ?? title;

/** Renders every copy of a watch's card from its current state; a stopped watch from its last one. */
export const watchRenderer = ({ alerts, clock, database, policy }: Services): Renderer => ({
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
      opening: watch && (await alerts.opening(watch)),
      place: source && watch ? placeOf(source, watch, policy.current()) : '',
    };
    return { version: card.version, ...renderWatch(watch ?? card.watch, shown, words) };
  },
});
