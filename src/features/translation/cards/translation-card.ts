import { z } from 'zod';
import { defineCard } from '../../../cards/define-card.ts';
import { button, markdown } from '../../../cards/view.ts';
import type { Markdown } from '../../../lib/text.ts';
import type { Rendered, Renderer } from '../../../outbox/renderer.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { translations } from '../jobs.ts';
import { listOf } from '../languages/names.ts';
import { languageChoices } from '../policy.ts';
import type { TranslationRow } from '../store.ts';
import {
  loadTranslation,
  type Translation,
  type TranslationReason,
  type TranslationState,
  translationVerbs,
} from '../translation.ts';
import { type Drawn, drawResult, reasonText } from './result-card.ts';

/** A translation's card from its row. @param dialog it is shown to its asker alone, and nowhere else */
export const drawTranslation = (row: TranslationRow, words: Words, services: Services, dialog = false): Rendered => {
  const translation = loadTranslation(row);
  const { state, version } = translation;
  if (state.is === 'waiting') return { version, ...drawWaiting(translation, state, words, dialog) };
  if (state.is === 'failed') return { version, ...drawFailed(translation, state, words) };
  const choices = (also: readonly string[]) => languageChoices(services.policy.current(), words, also);
  return { version, ...drawResult(translation, state.outcome, { words, choices }) };
};

export const translationRenderer = (services: Services): Renderer =>
  translations.renderer(services, async (row, words) => drawTranslation(row, words, services));

export const stateCard = defineCard(
  'translation/state.json',
  z.object({
    title: markdown,
    text: markdown,
    tone: z.string(),
    progress: markdown,
    buttons: z.array(button),
  }),
);

const NONE = '' as Markdown;

/** A translation that is on its way. @param dialog it comes somewhere else, and can be looked for from here */
export const drawWaiting = (
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
    progress: of > 0 ? words.markdown('translation.waiting.progress', { done, of }) : NONE,
    buttons: dialog ? [pressOf(id, 'show', words)] : [],
  });
  return { card, summary: words.plain('translation.waiting.title', { to }) };
};

/** One that cannot be made: why, and the way to ask for it differently or to put right what the translator refused. */
export const drawFailed = ({ id, order }: Translation, why: TranslationReason, words: Words): Drawn => {
  const to = listOf(order.to, words);
  const { field } = why;
  const change = pressOf(id, 'change', words);
  const card = stateCard.render({
    title: words.markdown('translation.failed.title', { to }),
    text: reasonText(why, words),
    tone: 'Attention',
    progress: NONE,
    buttons: [field === undefined ? change : { ...change, title: words.plain(`translation.button.instead.${field}`) }],
  });
  return { card, summary: words.plain('translation.failed.title', { to }) };
};

const pressOf = (id: string, name: 'show' | 'change', words: Words) => ({
  title: words.plain(`translation.button.${name}`),
  verb: translationVerbs[name],
  data: { id },
});
