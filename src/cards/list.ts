import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { placedButtons } from './placed-buttons.ts';
import { button, markdown } from './view.ts';

/** Rows on one card; more are paged. Ten rows with a button each and long words stay below Teams' size limit. */
export const PAGE_ROWS = 10;

/** A list of items, each with title, details, state and, optionally, a button. */
export const listView = z.object({
  title: markdown,
  intro: markdown,
  rows: z.array(
    z.object({ title: markdown, detail: markdown, note: markdown, tone: z.string(), buttons: z.array(button) }),
  ),
  more: markdown,
  buttons: placedButtons,
});
export type ListView = z.input<typeof listView>;
export type ListRow = ListView['rows'][number];
export type ListButton = z.input<typeof button>;

export const listCard = defineCard('shared/list.json', listView);
