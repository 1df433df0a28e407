import { VendorError } from '../../vendor/errors.ts';
import { type ListNote, renderList } from './list-card.ts';
import { readPage } from './page.ts';
import { type ListQuestion, listQuestion } from './question.ts';
import { type Drawing, type Drawn, defineReport, type Report } from './report.ts';
import { storedTotals } from './stored-totals.ts';
import { renderInvoice } from './summary-card.ts';
import { foldTotals, type Totals } from './totals.ts';
import { failureOf } from './why.ts';

/** An invoice: what it comes to in each currency, and its transactions page by page, on one card. */
export const transactions = defineReport<ListQuestion, Totals>({
  name: 'transactions',
  question: listQuestion,
  result: storedTotals,
  fold: foldTotals,
  draw: async (report, drawing) =>
    report.question.face === 'summary' || report.state.is === 'failed'
      ? { card: renderInvoice(report, drawing.words), summary: toastOf(report, drawing) }
      : drawList(report, drawing),
});

const toastOf = ({ invoices }: Report<ListQuestion, Totals>, { words }: Drawing): string =>
  words.plain('billing.card.invoice', { invoice: invoices[0]?.title ?? '' });

/** @param note what was wrong in what was asked last; the page from before stays */
export const drawList = async (
  report: Report<ListQuestion, Totals>,
  drawing: Drawing,
  note?: ListNote,
): Promise<Drawn> => {
  const summary = toastOf(report, drawing);
  try {
    return { card: renderList(report, await readPage(report, drawing), note, drawing.words), summary };
  } catch (error) {
    if (!(error instanceof VendorError) || error.retryable) throw error;
    const { why, values } = failureOf(error);
    const said = { text: drawing.words.markdown(why, values), colour: 'Attention' };
    return { card: renderList(report, undefined, said, drawing.words), summary };
  }
};
