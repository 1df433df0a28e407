import { z } from 'zod';
import { cut, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { buttonStyle, placedButtons } from './buttons.ts';
import { type Card, defineCard, fitCard, some } from './define-card.ts';
import { type Field, fieldView, toFieldView } from './form.ts';
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

/** What a list's button carries: the arguments that have a value. */
export const buttonData = (
  args: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

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
const withLess = <R extends { readonly detail: Markdown; readonly note: Markdown }>(row: R, share: number): R => ({
  ...row,
  ...(share < 1 ? { note: NO_TEXT } : {}),
  ...(share < 0.5 ? { detail: NO_TEXT } : {}),
});

/** One page of a longer list, for a list card. */
export interface ListPage<T> {
  /** Number of the page, from 0. */
  readonly page: number;
  readonly rows: readonly T[];
  /** "Page 2 of 3 · 25 in all"; empty if there is only one page. */
  readonly more: Markdown;
  /** Previous and Next, if there are such pages. */
  readonly buttons: readonly ListButton[];
}

/** Splits a list into pages from 0, the last one beyond the end. @param turnTo the data of the button to a page @param size rows on a page */
export const pageOf = <T>(
  all: readonly T[],
  page: number,
  words: Words,
  turnTo: (page: number) => Omit<ListButton, 'title'>,
  size: number = PAGE_ROWS,
): ListPage<T> => {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const shown = Math.min(Math.max(page, 0), pages - 1);
  const button = (title: 'previous' | 'next', to: number): ListButton => ({
    title: words.plain(title === 'next' ? 'cards.list.next' : 'cards.list.previous'),
    ...turnTo(to),
  });
  return {
    page: shown,
    rows: all.slice(shown * size, (shown + 1) * size),
    more: pages > 1 ? words.markdown('cards.list.page', { page: shown + 1, pages, count: all.length }) : NO_TEXT,
    buttons: [
      ...(shown > 0 ? [button('previous', shown - 1)] : []),
      ...(shown + 1 < pages ? [button('next', shown + 1)] : []),
    ],
  };
};

const question = buttonShape
  .extend({ send: z.string(), style: buttonStyle, fields: z.array(fieldView) })
  .transform(withSubmit);

const row = z
  .object({
    title: markdown,
    detail: markdown,
    /** A person's own words: no Markdown. */
    reason: z.string(),
    note: markdown,
    state: markdown,
    tone: z.string(),
    acts: z.array(button),
    asks: z.array(question),
    shows: z.array(button),
    links: z.array(z.object({ title: z.string(), url: z.string() })),
  })
  .transform((said) => ({ ...said, all: [...said.acts, ...said.asks, ...said.shows, ...said.links] }));

const rowsView = z.object({
  title: markdown,
  intro: markdown,
  rows: z.array(row),
  more: markdown,
  buttons: z.array(button),
});

const fullRows = defineCard('shared/rows.json', rowsView);

/** A list whose rows have buttons of their own below their words. Where these are too long for Teams, each row says less. */
export const rowsCard: Card<RowsView> = {
  ...fullRows,
  render: (view) =>
    fitCard((share) => {
      const shorter = ({ reason }: FullRow) => (share < 1 ? cut(reason, some(LONGEST_REASON, share)) : reason);
      const rows = view.rows.map((row) => ({ ...withLess(row, Math.sqrt(share)), reason: shorter(row) }));
      return fullRows.render({ ...view, rows });
    }),
};

/** As long as the first shorter one may be. */
const LONGEST_REASON = 140;

export type RowsView = z.input<typeof rowsView>;

type FullRow = RowsView['rows'][number];

/** One row; what is absent is not shown. */
export type Row = Pick<FullRow, 'title'> & Partial<Omit<FullRow, 'asks'>> & { readonly asks?: readonly RowQuestion[] };

/** A button that opens a few questions in its row first. */
export interface RowQuestion extends ListButton {
  /** Title of the button below the questions. */
  readonly send: string;
  /** Of that button: red where it takes something away, which is the default. */
  readonly style?: z.input<typeof buttonStyle>;
  readonly fields: readonly Field[];
}

const bare = {
  detail: NO_TEXT,
  reason: '',
  note: NO_TEXT,
  state: NO_TEXT,
  tone: 'Default',
  acts: [],
  shows: [],
  links: [],
};

export const fullRow = ({ asks = [], ...said }: Row): FullRow => ({
  ...bare,
  ...said,
  asks: asks.map(({ fields, style = 'destructive', ...ask }) => ({
    ...ask,
    style,
    fields: fields.map((field) => toFieldView(field)),
  })),
});
