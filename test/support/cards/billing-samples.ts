import { summaryCard, viewInvoice } from '../../../src/features/billing/cards/summary-card.ts';
import { transactionCard, viewTransaction } from '../../../src/features/billing/cards/transaction-card.ts';
import { transactionsCard, viewList } from '../../../src/features/billing/cards/transactions-card.ts';
import type { ListPage } from '../../../src/features/billing/report/transactions.ts';
import {
  readState,
  reportOf,
  totalsOf,
  transactionOf,
  wholeTransaction,
} from '../../features/billing/invoice-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const rows = Array.from({ length: 20 }, (_, number) =>
  transactionOf(
    1_000 + number * 317,
    number % 5 === 0
      ? { invoice: 'Pending', creditType: 'Refund', transactionAmount: { currency: 'USD', value: -81.3 } }
      : {},
  ),
);
const page: ListPage = { rows, dropped: 0, count: 131, more: true };
const whole = reportOf(readState(rows));
const incomplete = reportOf({
  is: 'read',
  ends: [{ complete: false, rows: 20, of: 131, why: 'billing.why.missing', values: {} }],
  result: totalsOf(rows),
});
const narrow = reportOf(readState(rows), {
  filter: 'family Compute over 100 EUR',
  sort: 'largest first',
  search: 'gateway',
});
const back = { title: words.plain('billing.button.back'), verb: 'billing.page', data: { id: whole.id, page: 0 } };
/** As the card is when Teams takes no more of it. */
const SHARE = 0.7;

/** The cards of one invoice. */
export const billingSamples: readonly CardSample[] = [
  sample('what an invoice comes to', summaryCard, viewInvoice(whole, words)),
  sample(
    'an invoice that is being read',
    summaryCard,
    viewInvoice(reportOf({ is: 'reading', rows: 50, of: 131 }), words),
  ),
  sample('an invoice that is incomplete', summaryCard, viewInvoice(incomplete, words)),
  sample('an invoice with nothing on it', summaryCard, viewInvoice(reportOf(readState([])), words)),
  sample(
    'an invoice that cannot be read',
    summaryCard,
    viewInvoice(
      reportOf({ is: 'failed', why: 'billing.empty.unknownInvoice', values: { invoice: 'november' } }),
      words,
    ),
  ),
  sample('a page of transactions', transactionsCard, viewList(whole, page, undefined, words, SHARE)),
  sample(
    'a page of what was asked for',
    transactionsCard,
    viewList({ ...narrow, question: { ...narrow.question, page: 2 } }, page, undefined, words, SHARE),
  ),
  sample(
    'a filter that nothing fits',
    transactionsCard,
    viewList(narrow, { rows: [], dropped: 0, count: 0, more: false }, undefined, words),
  ),
  sample(
    'one transaction with everything',
    transactionCard,
    viewTransaction(wholeTransaction(), { title: viewInvoice(whole, words).title, buttons: [back] }, words),
  ),
];
