import { z } from 'zod';
import type { AlertSource } from '../../../alerts/feed/source.ts';
import { describeUnknownNames, type UnknownName } from '../../../alerts/feed/unknown-names.ts';
import type { Watch } from '../../../alerts/watch/watch.ts';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import { languageWords } from '../../../cards/language-name.ts';
import { lookOf } from '../../../cards/tone.ts';
import { type Fact, fact, markdown } from '../../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { sayCritical, sayFilter, sayQuiet, sayRhythm, sayStanding } from '../say-watch.ts';
import type { Opening } from '../watch-cards.ts';

export const watchVerbs = {
  pause: 'watch.pause',
  resume: 'watch.resume',
  stop: 'watch.stop',
  test: 'watch.test',
  unmute: 'watch.unmute',
  turn: 'watch.turn',
} as const;

const NONE = '' as Markdown;
const LONGEST_FILTER = 600;

const watchView = z.object({
  kicker: markdown,
  title: markdown,
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  facts: z.array(fact),
  open: markdown,
  unheard: markdown,
  buttons: z.array(z.object({ title: z.string(), verb: z.string(), tone: z.string(), ref: z.string() })),
});

export const watchCard = defineCard('watches/watch.json', watchView);

export interface Shown {
  readonly sources: readonly AlertSource[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Incidents that it shows at once, where it has just been set up. */
  readonly opening?: NonNullable<Opening>;
  /** Names of its filter that no incident has had yet. */
  readonly unheard?: readonly UnknownName[];
  /** It is no more. */
  readonly stopped?: true;
}

/** What a watch tells of itself. */
export const drawWatch = (watch: Watch, shown: Shown, words: Words): { card: CardJson; summary: string } => {
  const standing = shown.stopped
    ? { text: words.markdown('watches.state.stopped'), tone: 'default' as const, silent: false }
    : sayStanding(watch, shown.now, words);
  const named = { source: watch.source, ref: watch.ref, who: watch.createdBy.name };
  const card = watchCard.render({
    kicker: words.markdown('watches.card.kicker', named),
    title: escapeMarkdown(watch.title),
    state: standing.text,
    ...lookOf(standing.tone),
    facts: factsOf(watch, shown, words),
    open: sayOpening(shown.opening, words),
    unheard: shown.stopped || shown.opening === 'looking' ? NONE : describeUnknownNames(shown.unheard ?? [], words),
    buttons: shown.stopped ? [] : buttonsOf(watch, standing.silent, words),
  });
  return { card, summary: words.plain('watches.card.summary', { ...named, title: watch.title }) };
};

const sayOpening = (opening: Opening, words: Words): Markdown => {
  if (opening === undefined) return NONE;
  if (opening === 'looking') return words.markdown('watches.card.looking');
  return words.markdown('watches.card.open', { count: opening });
};

const factsOf = (watch: Watch, { sources }: Shown, words: Words): Fact[] => {
  const facts: readonly (readonly [string, Markdown])[] = [
    ['what', sayFilter(watch, sources, words, LONGEST_FILTER)],
    ['when', sayRhythm(watch, words)],
    ['quiet', sayQuiet(watch, words)],
    ['critical', sayCritical(watch, words)],
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
