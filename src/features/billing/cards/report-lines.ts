import type { Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { NONE } from '../format.ts';
import type { Report, ReportState } from '../report/report.ts';

/** A line of a report's card about its reading, with the colour that it has there; an empty text where there is nothing to say. */
export interface ProgressLine {
  readonly text: Markdown;
  readonly colour: 'Default' | 'Accent' | 'Warning' | 'Attention';
}

/** How far the reading is; what is not whole, and why; or why nothing could be read. */
export const progressLine = (
  { state, invoices }: Pick<Report<unknown, unknown>, 'state' | 'invoices'>,
  words: Words,
): ProgressLine => {
  if (state.is === 'reading') {
    const { rows, of } = state;
    const said = of === undefined ? { rows, of: 0 } : { rows, of };
    return { text: words.markdown('billing.progress.reading', said), colour: 'Accent' };
  }
  if (state.is === 'failed') return { text: words.markdown(state.why, state.values), colour: 'Attention' };
  const lines = state.ends.flatMap((end, index) => {
    if (end.complete) return [];
    const { rows } = end;
    const of =
      end.of === undefined
        ? words.plain('billing.progress.unknown')
        : words.plain('billing.progress.number', { number: end.of });
    const why = words.plain(end.why, end.values);
    const { title: invoice = '' } = invoices[index] ?? {};
    const named = invoices.length > 1 ? 'yes' : 'no';
    return [words.markdown('billing.progress.incomplete', { rows, of, why, invoice, named })];
  });
  return lines.length === 0
    ? { text: NONE, colour: 'Default' }
    : { text: lines.join('\n\n') as Markdown, colour: 'Warning' };
};

/** Whether every row of every invoice was read. */
export const isWhole = (state: ReportState<unknown>): boolean =>
  state.is === 'read' && state.ends.every(({ complete }) => complete);
