import { z } from 'zod';
import { defineCard } from '../../../cards/define-card.ts';
import { button, markdown } from '../../../cards/view.ts';
import type { Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { listOf } from '../card/languages.ts';
import { told } from '../card/told.ts';
import type { Translation, TranslationState, Why } from '../desk/translation.ts';
import { translationVerbs } from '../verbs.ts';
import type { Drawn } from './result-card.ts';

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
    text: note ? told(note, words) : words.markdown(`translation.waiting.${dialog ? 'dialog' : 'here'}`),
    tone: note ? 'Warning' : 'Default',
    progress: of > 0 ? words.markdown('translation.waiting.progress', { done, of }) : NONE,
    buttons: dialog ? [pressOf(id, 'show', words)] : [],
  });
  return { card, summary: words.plain('translation.waiting.title', { to }) };
};

/** One that cannot be made: why, and the way to ask for it differently or to put right what the translator refused. */
export const drawFailed = ({ id, order }: Translation, why: Why, words: Words): Drawn => {
  const to = listOf(order.to, words);
  const { field } = why;
  const change = pressOf(id, 'change', words);
  const card = stateCard.render({
    title: words.markdown('translation.failed.title', { to }),
    text: told(why, words),
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
