import { z } from 'zod';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { type Card, defineCard, fitCard } from './define-card.ts';
import { placedButtons } from './placed-buttons.ts';
import { button, buttonShape, markdown, withSubmit } from './view.ts';

/** Rows on one card; more are paged. */
export const PAGE_ROWS = 10;

/** A row is pressed as a whole where that shows more of it; what does something is a button in it. */
const listRow = z
  .object({
    title: markdown,
    detail: markdown,
    note: markdown,
    tone: z.string(),
    buttons: z.array(button).default([]),
    opens: buttonShape.omit({ title: true }).default({ verb: '', data: {} }),
  })
  .transform(({ opens, ...row }) => ({ ...row, ...withSubmit(opens) }));

/** A list of items, each with title, details and state. */
export const listView = z.object({
  title: markdown,
  intro: markdown,
  rows: z.array(listRow),
  more: markdown,
  buttons: placedButtons,
});
export type ListView = z.input<typeof listView>;
export type ListRow = ListView['rows'][number];
export type ListButton = z.input<typeof button>;

const fullList = defineCard('shared/list.json', listView);

/** Where the rows are too long for Teams, the last ones lose their notes first, then their details too. */
export const listCard: Card<ListView> = {
  ...fullList,
  render: (view) =>
    fitCard((share) => {
      const whole = Math.round(view.rows.length * share);
      return fullList.render({ ...view, rows: view.rows.map((row, at) => withLess(row, at < whole ? 1 : share)) });
    }),
};

/** A row without what matters least. @param share of its words, 1 for all of them */
export const withLess = <R extends { readonly detail: Markdown; readonly note: Markdown }>(
  row: R,
  share: number,
): R => ({
  ...row,
  ...(share < 1 ? { note: NO_TEXT } : {}),
  ...(share < 0.5 ? { detail: NO_TEXT } : {}),
});
