import { VendorError } from '#cloud/errors/errors.ts';
import { type InvoiceTransaction, listInvoiceTransactions } from '#cloud/operations/billing.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { headOf, renderInvoice } from '../cards/summary-card.ts';
import { renderTransaction } from '../cards/transaction-card.ts';
import { type ListNote, renderList, rowNamed } from '../cards/transactions-card.ts';
import { pageFailure } from '../errors.ts';
import { filterKey } from '../invoice/filter-totals.ts';
import { LIST_ROWS, type ListQuery, listQuery, pageQuery } from '../invoice/list-query.ts';
import { foldTotals, storedTotals, type Totals } from '../invoice/totals.ts';
import { billingVerbs } from '../verbs.ts';
import { type Drawing, type Drawn, defineReport, type Report } from './report.ts';

/** The job that adds up the rows of a list's filter. */
export const FILTER_JOB = 'billing.filter';

/** An invoice: what it comes to in each currency, and its transactions page by page, on one card. */
export const transactions = defineReport<ListQuery, Totals>({
  name: 'transactions',
  question: listQuery,
  result: storedTotals,
  fold: foldTotals,
  begin: async (trx, { jobs, clock }, { id, question, filtered }) => {
    const of = filterKey(question);
    if (of === undefined || filtered?.of === of) return;
    await jobs.schedule(trx, {
      kind: FILTER_JOB,
      key: `${FILTER_JOB}:${id}`,
      dueAt: clock.now(),
      payload: { report: id },
    });
  },
  draw: async (report, drawing) =>
    report.question.face === 'summary' || report.state.is === 'failed'
      ? { card: renderInvoice(report, drawing.words), summary: toastOf(report, drawing) }
      : drawList(report, drawing),
});

const toastOf = ({ invoices }: Report<ListQuery, Totals>, { words }: Drawing): string =>
  words.plain('billing.card.invoice', { invoice: invoices[0]?.title ?? '' });

/** A page, or the row of it that is open. @param note what was wrong in what was asked last; the page from before stays */
export const drawList = async (
  report: Report<ListQuery, Totals>,
  drawing: Drawing,
  note?: ListNote,
): Promise<Drawn> => {
  const summary = toastOf(report, drawing);
  try {
    const page = await readPage(report, drawing);
    const { row } = report.question;
    const open = row === undefined ? undefined : rowNamed(page.rows, row);
    if (open) return { card: renderTransaction(open, frameOf(report, drawing), drawing.words), summary };
    const moved = row === undefined ? undefined : { text: drawing.words.markdown('billing.moved'), colour: 'Warning' };
    return { card: renderList(report, page, note ?? moved, drawing.words), summary };
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    const { why, values } = pageFailure(error, report.invoices[0]?.title ?? '');
    const said = { text: drawing.words.markdown(why, values), colour: 'Attention' };
    return { card: renderList(report, undefined, said, drawing.words), summary };
  }
};

const frameOf = (report: Report<ListQuery, Totals>, { words }: Drawing) => ({
  title: headOf(report, words).title,
  buttons: [
    {
      title: words.plain('billing.button.back'),
      verb: billingVerbs.page,
      data: { id: report.id, page: report.question.page },
    },
  ],
});

/** Twenty transactions of an invoice, as the vendor has them. */
export interface ListPage {
  readonly rows: readonly InvoiceTransaction[];
  /** How many stand on it that could not be read. */
  readonly dropped: number;
  /** How many fit the question, where the vendor says so. */
  readonly count: number | undefined;
  /** Whether there are more behind them. */
  readonly more: boolean;
}

/** Turned back and forth, a page is not read again at once; whether it may be shown is asked each time. */
const FRESH = MINUTE;

/** @throws VendorError */
const readPage = (
  { account, invoices, question }: Pick<Report<ListQuery, unknown>, 'account' | 'invoices' | 'question'>,
  { services, correlation, endBy }: Drawing,
): Promise<ListPage> => {
  const address = { billingAccount: account.account, invoice: invoices[0]?.id ?? '' };
  const query = pageQuery(question);
  const key = `billing ${JSON.stringify([address, query])}`;
  return services.cache.get(key, FRESH, async () => {
    const rows: InvoiceTransaction[] = [];
    let [count, more, dropped]: [number | undefined, boolean, number] = [undefined, false, 0];
    const isFull = (): boolean => rows.length + dropped >= LIST_ROWS;
    const listed = services.vendor.list(
      listInvoiceTransactions,
      { ...address, ...query },
      {
        correlation,
        endBy,
        onPage: (page) => {
          count ??= page.count;
          dropped += page.dropped;
        },
      },
    );
    for await (const row of listed) {
      // What could not be read has its place on this page: the rows after it are the next page's.
      if (isFull()) {
        more = true;
        break;
      }
      rows.push(row);
      if (isFull() && count !== undefined) break;
    }
    return { rows, dropped, count, more: count === undefined ? more : (question.page + 1) * LIST_ROWS < count };
  });
};
