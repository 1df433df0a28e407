import { z } from 'zod';
import { cut, NO_TEXT } from '#platform/lib/text.ts';
import { type Card, defineCard, fitCard, some } from './define-card.ts';
import { type Field, fieldView, toFieldView } from './form.ts';
import { type ListButton, withLess } from './list.ts';
import { buttonStyle } from './placed-buttons.ts';
import { button, buttonShape, markdown, withSubmit } from './view.ts';

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
