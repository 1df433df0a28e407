import { z } from 'zod';
import { defineCard } from './define-card.ts';
import { markdown } from './view.ts';

/** Rows on one card; more are paged, so that no card comes near Teams' size limit. */
export const PAGE_ROWS = 20;

const button = z.object({
  title: z.string(),
  verb: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** A list of things, each with what it is, what to know of it and how it stands; rows with a button do something. */
export const listView = z.object({
  title: markdown,
  intro: markdown,
  rows: z.array(
    z.object({ title: markdown, detail: markdown, note: markdown, tone: z.string(), buttons: z.array(button) }),
  ),
  more: markdown,
  buttons: z.array(button),
});
export type ListView = z.infer<typeof listView>;
export type ListRow = ListView['rows'][number];
export type ListButton = z.infer<typeof button>;

export const listCard = defineCard('shared/list.json', listView);
