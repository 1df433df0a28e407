import type { InvoiceTransaction } from '../../../api/operations/billing.ts';
import { listInvoiceTransactions } from '../../../api/operations/billing.ts';
import { MINUTE } from '../../../lib/clock.ts';
import type { Drawing, Report } from '../report/report.ts';
import { LIST_ROWS, type ListQuery, pageQuery } from './list-query.ts';

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
export const readPage = (
  { account, invoices, question }: Pick<Report<ListQuery, unknown>, 'account' | 'invoices' | 'question'>,
  { services, correlation, endBy }: Drawing,
): Promise<ListPage> => {
  const address = { billingAccount: account.account, invoice: invoices[0]?.id ?? '' };
  const query = pageQuery(question);
  const key = `billing ${JSON.stringify([address, query])}`;
  return services.kept.get(key, FRESH, async () => {
    const rows: InvoiceTransaction[] = [];
    let [count, more, dropped]: [number | undefined, boolean, number] = [undefined, false, 0];
    const isFull = (): boolean => rows.length + dropped >= LIST_ROWS;
    const listed = services.vendor.list(
      listInvoiceTransactions,
      { ...address, ...query },
      {
        correlation,
        endBy,
        told: (page) => {
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
