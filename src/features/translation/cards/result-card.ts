import { z } from 'zod';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import type { Choice } from '../../../cards/form.ts';
import { fitCard } from '../../../cards/size.ts';
import { button, markdown } from '../../../cards/view.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { languageName, listOf, sameLanguage, sourcesOf } from '../languages/names.ts';
import { groupsOf, lineGroups, toCardView } from '../message/card-view.ts';
import { blocksOf, hasWords } from '../message/document.ts';
import { readMessage } from '../message/read-message.ts';
import { writePlain } from '../message/write-block.ts';
import { type Result, type Translation, type TranslationReason, translationVerbs } from '../translation.ts';
import { alignedView, viewOfAligned } from './alignment.ts';
import { type PagePart, type Part, pagesOf } from './pages.ts';

const note = z.object({ text: markdown, tone: z.string() });
type Note = z.input<typeof note>;

export const resultCard = defineCard(
  'translation/result.json',
  z.object({
    title: markdown,
    kicker: markdown,
    /** Why what was asked of it last was not done. */
    notes: z.array(note),
    doubts: z.array(
      z.object({
        text: markdown,
        label: z.string(),
        placeholder: z.string(),
        value: z.string(),
        choices: z.array(z.object({ title: z.string(), value: z.string() })),
        buttons: z.array(button),
      }),
    ),
    sections: z.array(
      z.object({
        label: markdown,
        tone: z.string(),
        /** It stands apart from what was made of it. */
        original: z.boolean(),
        groups: lineGroups,
        notes: z.array(note),
      }),
    ),
    aligned: z.array(alignedView),
    foot: markdown,
    buttons: z.array(button),
  }),
);
type ResultView = z.input<typeof resultCard.schema>;
type Button = ResultView['buttons'][number];

/** What a translation's card is drawn with. */
export interface Drawing {
  readonly words: Words;
  /** Languages to choose from where the source is in doubt. */
  readonly choices: (also: readonly string[]) => readonly Choice[];
}

export interface Drawn {
  readonly card: CardJson;
  /** For the toast and a dialog's bar; never a word of the message. */
  readonly summary: string;
}

interface Heading {
  readonly label: string;
  readonly kind: 'translation' | 'original';
  /** Said below the last line of it. */
  readonly notes: readonly Note[];
}

/** A translation that is done: its texts and the original, all labelled, in pages that Teams takes. */
export const drawResult = (translation: Translation, outcome: Result, drawing: Drawing): Drawn => ({
  card: fitCard((share) => resultCard.render(viewOfResult(translation, outcome, drawing, share))),
  summary: drawing.words.plain('translation.card.title', namesOf(translation, outcome, drawing.words)),
});

/** What its card shows. @param share of the sentences and words beside each other; pages bound all else */
export const viewOfResult = (
  translation: Translation,
  outcome: Result,
  { words, choices }: Drawing,
  share = 1,
): ResultView => {
  const { view, id, state } = translation;
  const named = namesOf(translation, outcome, words);
  const parts = outcome.targets.flatMap((target) => partsOf(target, outcome.sources, words));
  const pages = pagesOf([...parts, originalOf(translation, named.from, words)]);
  const page = Math.min(view.page, pages.length - 1);
  const aligned = view.face === 'alignment';
  return {
    title: words.markdown('translation.card.title', named),
    kicker: words.markdown('translation.card.kicker', { page: page + 1, pages: aligned ? 1 : pages.length }),
    notes: state.is === 'done' && state.note ? [said(reasonText(state.note, words), 'Attention')] : [],
    doubts: outcome.doubtful ? [doubtOf(translation, outcome, words, choices)] : [],
    sections: aligned ? [] : (pages[page] ?? []).map((part) => sectionOf(part, words)),
    aligned: aligned ? viewOfAligned(outcome, words, share) : [],
    foot: words.markdown('translation.card.foot', { charged: outcome.charged }),
    buttons: aligned ? [press(id, 'texts', words)] : buttonsOf(translation, outcome, pages, page, words),
  };
};

const namesOf = ({ order }: Translation, outcome: Result, words: Words) => ({
  from: sourcesOf(outcome, order, words) || words.plain('translation.card.unknownSource'),
  to: listOf(order.to, words),
});

const said = (text: Note['text'], tone = 'Default'): Note => ({ text, tone });

const partsOf = (
  outcome: Result['targets'][number],
  sources: Result['sources'],
  words: Words,
): readonly Part<Heading>[] => {
  const { target, document, untouched, transliterated, custom } = outcome;
  const label = languageName(target.language, words.spoken);
  const already = sources.length === 1 && sources.every(({ language }) => sameLanguage(language, target.language));
  const notes = [
    ...(already ? [said(words.markdown('translation.card.same', { language: label }))] : []),
    ...(untouched > 0 ? [said(words.markdown('translation.card.untouched', { count: untouched }), 'Attention')] : []),
    ...(custom ? [said(words.markdown('translation.card.custom'))] : []),
  ];
  const text: Part<Heading> = { heading: { label, kind: 'translation', notes }, lines: toCardView(document) };
  if (transliterated === undefined) return [text];
  const script = words.plain('translation.card.script', { language: label, script: listOf([target], words) });
  const heading: Heading = { label: script, kind: 'translation', notes: [] };
  return [text, { heading, lines: toCardView(readMessage({ kind: 'text', content: transliterated })) }];
};

const originalOf = ({ order, view: { shortened } }: Translation, from: string, words: Words): Part<Heading> => ({
  heading: {
    label: words.plain('translation.card.original', { from }),
    kind: 'original',
    notes:
      shortened === undefined ? [] : [said(words.markdown(`translation.card.shortened.${shortened}`), 'Attention')],
  },
  lines: toCardView(readMessage(order.message)),
});

const sectionOf = (
  { heading, lines, continued, ends }: PagePart<Heading>,
  words: Words,
): ResultView['sections'][number] => {
  const { label, kind, notes } = heading;
  return {
    label: continued ? words.markdown('translation.card.continued', { label }) : escapeMarkdown(label),
    tone: kind === 'original' ? 'Default' : 'Accent',
    original: kind === 'original',
    groups: groupsOf(lines),
    notes: ends ? [...notes] : [],
  };
};

const doubtOf = (
  { id, order }: Translation,
  { sources }: Result,
  words: Words,
  choices: Drawing['choices'],
): ResultView['doubts'][number] => {
  const [first] = sources;
  const language = first ? languageName(first.language, words.spoken) : '';
  const percent = Math.round((first?.score ?? 0) * 100);
  return {
    text: first
      ? words.markdown('translation.doubt.text', { language, percent })
      : words.markdown('translation.doubt.nothing'),
    label: words.plain('translation.doubt.label'),
    placeholder: words.plain('translation.doubt.placeholder'),
    value: order.from ?? first?.language ?? '',
    choices: [...choices(first ? [first.language] : [])],
    buttons: [press(id, 'from', words)],
  };
};

const press = (id: string, name: 'from' | 'texts' | 'alignment' | 'change', words: Words): Button => ({
  title: words.plain(`translation.button.${name}`),
  verb: translationVerbs[name],
  data: { id },
});

const buttonsOf = (
  { id, order }: Translation,
  { doubtful }: Result,
  pages: readonly (readonly PagePart<Heading>[])[],
  page: number,
  words: Words,
): Button[] => {
  const turn = (to: number, title: string): Button => ({
    title: words.plain(`translation.button.${title}`),
    verb: translationVerbs.page,
    data: { id, page: to },
  });
  const original = pages.findIndex((parts) => parts.some(({ heading }) => heading.kind === 'original'));
  return [
    ...(page > 0 ? [turn(page - 1, 'previous')] : []),
    ...(page < pages.length - 1 ? [turn(page + 1, 'next')] : []),
    ...(page < original - 1 ? [turn(original, 'original')] : []),
    ...(page > 1 && page >= original ? [turn(0, 'translation')] : []),
    ...(hasAlignment(order) ? [press(id, 'alignment', words)] : []),
    ...(doubtful ? [] : [press(id, 'change', words)]),
  ];
};

/** The translator tells word by word of plain text only. */
const hasAlignment = ({ message }: Translation['order']): boolean =>
  blocksOf(readMessage(message)).some((block) => hasWords(block) && writePlain(block) !== undefined);

/** Why a translation waits or is not there; a text that went since is a fault like any other. */
export const reasonText = ({ why, values }: TranslationReason, words: Words): Markdown =>
  words.has(why) ? words.markdown(why, values) : words.markdown('bot.error.fault');
