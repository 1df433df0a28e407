import type { z } from 'zod';
import { NO_TEXT } from '#platform/lib/text.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { Card, CardJson } from '#teams/cards/define-card.ts';

/** The words in which samples speak. */
export const words = loadTexts().for('en');

/** What a form has beside its title, intro and buttons when there is nothing of it. */
export const bareForm = {
  facts: [],
  fields: [],
  back: '',
  form: 'q1w2e3r4',
  page: '',
  mark: '',
  problem: '',
  window: '',
};

/** What the card of a change has beside its title, state, facts and reason when there is nothing of it. */
export const bareChange = {
  reasonLabel: words.markdown('changes.label.reason'),
  ...{ decisions: [], why: NO_TEXT, next: NO_TEXT, nothing: NO_TEXT },
  ...{ asks: [], acts: [], offers: [], windows: [], links: [] },
};

/** A card as people could see it: a template with one of its views. */
export interface CardSample {
  readonly name: string;
  /** Path below cards/. */
  readonly file: string;
  readonly schema: z.ZodType;
  readonly view: unknown;
  /** Draws the sample's view, or another one of the same shape. */
  render(view?: unknown): CardJson;
}

/** @param view typed by the card, so that a sample and its template change together */
export const sample = <V>(name: string, card: Card<V>, view: V): CardSample => ({
  name,
  file: card.file,
  schema: card.schema,
  view,
  render: (other = view) => card.render(other as V),
});
