import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { placedButtons } from './placed-buttons.ts';
import { button, buttonShape, markdown, withSubmit } from './view.ts';

/** Rows on one card; more are paged. Ten rows with a button each and long words stay below Teams' size limit. */
export const PAGE_ROWS = 10;

/** A row is pressed as a whole where that shows more of it; what does something is a button in it. */
const listRow = z
  .object({
    ...{ title: markdown, detail: markdown, note: markdown, tone: z.string() },
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

export const listCard = defineCard('shared/list.json', listView);
