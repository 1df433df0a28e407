import { z } from 'zod';
import type { Rendered, Renderer } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { placeButtons, placedButton } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard } from '#teams/cards/define-card.ts';
import type { Choice } from '#teams/cards/form.ts';
import { detailsView, failureDetails } from '#teams/cards/notice-card.ts';
import { button, markdown } from '#teams/cards/view.ts';
import { translations } from '../jobs.ts';
import { languageName, listOf, sourcesOf } from '../languages/names.ts';
import { lineGroups } from '../message/card-view.ts';
import { blocksOf, hasWords } from '../message/document.ts';
import { readMessage } from '../message/read-message.ts';
import { writePlain } from '../message/write-block.ts';
import { languageChoices } from '../policy.ts';
import type { TranslationRow } from '../store.ts';
import {
  loadTranslation,
  type Result,
  type Translation,
  type TranslationReason,
  type TranslationState,
  translationVerbs,
} from '../translation.ts';
import { alignedView, viewOfAligned } from './alignment.ts';
import { alreadyIn, alreadyTitle, frameOf } from './already.ts';
import { type Heading, note, noteOf, originalOf, type PagePart, pagesOf, partsOf, sectionOf } from './pages.ts';

/** A translation's card from its row. @param dialog it is shown only to its requester, in a dialog */
export const drawTranslation = (row: TranslationRow, words: Words, services: Services, dialog = false): Rendered => {
  const translation = loadTranslation(row);
  const { state, version } = translation;
  if (state.is === 'waiting') return { version, ...drawWaiting(translation, state, words, dialog) };
  if (state.is === 'failed') return { version, ...drawFailed(translation, state, words) };
  const choices = (also: readonly string[]) => languageChoices(services.policy.current(), words, also);
  return { version, ...drawResult(translation, state.outcome, { words, choices }) };
};

export const translationRenderer = (services: Services): Renderer =>
  translations.renderer(services, async (row, words) => ({
    ...drawTranslation(row, words, services),
    viewers: { people: [row.asked_by], may: (objectId) => objectId === row.asked_by },
  }));

export const stateCard = defineCard(
  'translation/state.json',
  z.object({
    title: markdown,
    text: markdown,
    tone: z.string(),
    progress: markdown,
    ...detailsView,
    buttons: z.array(button),
  }),
);

/** A pending translation. @param dialog it will be posted elsewhere, and can be polled from the dialog */
const drawWaiting = (
  { id, order }: Translation,
  { done, of, note }: Extract<TranslationState, { is: 'waiting' }>,
  words: Words,
  dialog = false,
): Drawn => {
  const to = listOf(order.to, words);
  const card = stateCard.render({
    title: words.markdown('translation.waiting.title', { to }),
    text: note ? reasonText(note, words) : words.markdown(`translation.waiting.${dialog ? 'dialog' : 'here'}`),
    tone: note ? 'Warning' : 'Default',
    progress: of > 0 ? words.markdown('translation.waiting.progress', { done, of }) : NO_TEXT,
    buttons: dialog ? [pressOf(id, 'show', words)] : [],
  });
  return { card, summary: words.plain('translation.waiting.title', { to }) };
};

/** A failed translation: the reason, and a way to change the request or to correct what the translator refused. */
const drawFailed = ({ id, order }: Translation, why: TranslationReason, words: Words): Drawn => {
  const to = listOf(order.to, words);
  const { field } = why;
  const change = pressOf(id, 'change', words);
  const card = stateCard.render({
    title: words.markdown('translation.failed.title', { to }),
    text: reasonText(why, words),
    tone: 'Attention',
    progress: NO_TEXT,
    ...failureDetails(why.values, words),
    buttons: [field === undefined ? change : { ...change, title: words.plain(`translation.button.instead.${field}`) }],
  });
  return { card, summary: words.plain('translation.failed.title', { to }) };
};

const pressOf = (id: string, name: 'show' | 'change', words: Words) => ({
  title: words.plain(`translation.button.${name}`),
  verb: translationVerbs[name],
  data: { id },
});

export const resultCard = defineCard(
  'translation/result.json',
  z.object({
    title: markdown,
    overline: markdown,
    /** Why the last request was not carried out. */
    notes: z.array(note),
    ...detailsView,
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
        /** The original, set apart from its translations. */
        original: z.boolean(),
        groups: lineGroups,
        notes: z.array(note),
      }),
    ),
    aligned: z.array(alignedView),
    foot: markdown,
    buttons: z.array(placedButton),
  }),
);

export type ResultView = z.input<typeof resultCard.schema>;

type Button = z.input<typeof button>;

/** The input of a translation's card. */
interface Drawing {
  readonly words: Words;
  /** Languages to choose from if the source is uncertain. */
  readonly choices: (also: readonly string[]) => readonly Choice[];
}

interface Drawn {
  readonly card: CardJson;
  /** For the toast and a dialog's title bar; never a word of the message. */
  readonly summary: string;
}

/** A finished translation: its texts and the original, all labelled, in pages small enough for Teams. */
export const drawResult = (translation: Translation, outcome: Result, drawing: Drawing): Drawn => ({
  card: fitCard((share) => resultCard.render(viewOfResult(translation, outcome, drawing, share))),
  summary: summaryOf(translation, outcome, drawing.words),
});

const summaryOf = (translation: Translation, outcome: Result, words: Words): string => {
  const already = alreadyIn(translation, outcome);
  return already === undefined
    ? words.plain('translation.card.title', namesOf(translation, outcome, words))
    : words.plain('translation.card.alreadyTitle', alreadyTitle(already, outcome, words));
};

/** The content of its card. @param share of the aligned sentences and words; pages limit everything else */
export const viewOfResult = (
  translation: Translation,
  outcome: Result,
  { words, choices }: Drawing,
  share = 1,
): ResultView => {
  const { view, id, state } = translation;
  const named = namesOf(translation, outcome, words);
  const already = alreadyIn(translation, outcome);
  const parts =
    already === undefined ? outcome.targets.flatMap((target) => partsOf(target, outcome.sources, words)) : [];
  const pages = pagesOf([...parts, originalOf(translation, named.from, words)]);
  const page = Math.min(view.page, pages.length - 1);
  const aligned = view.face === 'alignment';
  return {
    ...frameOf({ translation, outcome, words }, named, { page: page + 1, pages: aligned ? 1 : pages.length }),
    notes: [
      ...(state.is === 'done' && state.note ? [noteOf(reasonText(state.note, words), 'Attention')] : []),
      ...(view.remembered === undefined ? [] : [noteOf(rememberedText(view.remembered, words), 'Good')]),
    ],
    ...failureDetails((state.is === 'done' && state.note?.values) || {}, words),
    doubts: outcome.doubtful ? [cautionOf(translation, outcome, words, choices)] : [],
    sections: aligned ? [] : (pages[page] ?? []).map((part) => sectionOf(part, words)),
    aligned: aligned ? viewOfAligned(outcome, words, share) : [],
    buttons: placeButtons(aligned ? [press(id, 'texts', words)] : buttonsOf(translation, outcome, pages, page, words)),
  };
};

const namesOf = ({ order }: Translation, outcome: Result, words: Words) => ({
  from: sourcesOf(outcome, order, words) || words.plain('translation.card.unknownSource'),
  to: listOf(order.to, words),
});

const cautionOf = (
  translation: Translation,
  outcome: Result,
  words: Words,
  choices: Drawing['choices'],
): ResultView['doubts'][number] => {
  const { id, order } = translation;
  const [first] = outcome.sources;
  const text = alreadyIn(translation, outcome) === undefined ? 'text' : 'already';
  const language = first ? languageName(first.language, words.formatLocale) : '';
  const percent = Math.round((first?.score ?? 0) * 100);
  return {
    text: first
      ? words.markdown(`translation.doubt.${text}`, { language, percent })
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

/** What leads to another translation comes first: on a card of many pages the rest is in its menu. */
const buttonsOf = (
  translation: Translation,
  outcome: Result,
  pages: readonly (readonly PagePart<Heading>[])[],
  page: number,
  words: Words,
): Parameters<typeof placeButtons>[0] => {
  const { id, order, view } = translation;
  const already = alreadyIn(translation, outcome) !== undefined;
  const change = press(id, 'change', words);
  const turn = (to: number, title: TextName<'translation.button'>): Button => ({
    title: words.plain(`translation.button.${title}`),
    verb: translationVerbs.page,
    data: { id, page: to },
  });
  const original = pages.findIndex((parts) => parts.some(({ heading }) => heading.kind === 'original'));
  return [
    ...(view.remember === undefined ? [] : [rememberButton(id, view.remember, words)]),
    ...(already ? [{ ...change, title: words.plain('translation.button.another') }] : []),
    ...(already || outcome.doubtful ? [] : [change]),
    ...(page > 0 ? [turn(page - 1, 'previous')] : []),
    ...(page < pages.length - 1 ? [turn(page + 1, 'next')] : []),
    ...(page < original - 1 ? [turn(original, 'original')] : []),
    ...(!already && page > 1 && page >= original ? [turn(0, 'translation')] : []),
    ...(!already && hasAlignment(order) ? [press(id, 'alignment', words)] : []),
  ];
};

const rememberButton = (id: string, code: string, words: Words) => ({
  title: words.plain('translation.button.remember', { language: languageName(code, words.formatLocale) }),
  ...{ verb: translationVerbs.remember, data: { id }, style: 'positive' as const },
});

const rememberedText = (code: string, words: Words): Markdown =>
  words.markdown('translation.mine.kept', { language: languageName(code, words.formatLocale) });

/** The translator has word alignment only for plain text. */
const hasAlignment = ({ message }: Translation['order']): boolean =>
  blocksOf(readMessage(message)).some((block) => hasWords(block) && writePlain(block) !== undefined);

/** Why a translation is delayed or has failed. */
const reasonText = ({ why, values }: TranslationReason, words: Words): Markdown => words.markdown(why, values);
