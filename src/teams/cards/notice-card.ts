import { z } from 'zod';
import type { TextValues } from '#platform/lib/errors.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { buttonMode } from './buttons.ts';
import { defineCard } from './define-card.ts';
import { button, markdown } from './view.ts';

/** Ids and a failure's code, shown after a press on Details (cards/shared/details.json and details-button.json). */
export const detailsView = {
  details: markdown.default(NO_TEXT),
  detailsTitle: z.string().default(''),
  detailsMode: buttonMode.default('primary'),
};

export type Details = z.input<z.ZodObject<typeof detailsView>>;

/** @param text empty for none */
export const behindDetails = (text: Markdown, words: Words): Details =>
  text === '' ? {} : { details: text, detailsTitle: words.plain('cards.details.show') };

/** @param values of the failure's text; without a code there is nothing to look up */
export const failureDetails = ({ code, correlation = '—', request = 'none' }: TextValues, words: Words): Details =>
  behindDetails(
    code === undefined ? NO_TEXT : words.markdown('cards.details.text', { code, correlation, request }),
    words,
  );

/** One sentence as a card, to replace a card or to be edited later. */
export const noticeCard = defineCard('shared/notice.json', z.object({ text: markdown, ...detailsView }));

/** A question with its answers: buttons, or sentences too long for one, each in a line that is pressed. */
export const choicesCard = defineCard(
  'shared/choices.json',
  z.object({ text: markdown, sentences: z.array(button).default([]), buttons: z.array(button) }),
);
