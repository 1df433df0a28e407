import { z } from 'zod';
import type { TextValues } from '../lib/errors.ts';
import { NO_TEXT } from '../lib/text.ts';
import type { Words } from '../texts/texts.ts';
import { markdown } from './view.ts';

/**
 * Code and ids of a failure, for the people who run Steward: a card shows them when somebody presses Details
 * (cards/shared/details.json and details-button.json).
 */
export const detailsView = { details: markdown.default(NO_TEXT), detailsTitle: z.string().default('') };

type Details = z.output<z.ZodObject<typeof detailsView>>;

const NONE: Details = { details: NO_TEXT, detailsTitle: '' };

/** @param values of the failure's text; without a code there is nothing to look up */
export const failureDetails = ({ code, correlation = '—', request = 'none' }: TextValues, words: Words): Details =>
  code === undefined
    ? NONE
    : {
        details: words.markdown('cards.details.text', { code, correlation, request }),
        detailsTitle: words.plain('cards.details.show'),
      };
