import { summaryCard, viewInvoice } from '#features/billing/cards/summary-card.ts';
import { transactionCard, viewTransaction } from '#features/billing/cards/transaction-card.ts';
import { transactionsCard, viewList } from '#features/billing/cards/transactions-card.ts';
import { filterKey } from '#features/billing/invoice/filter-totals.ts';
import type { ListPage } from '#features/billing/report/transactions.ts';
import type { Decimal } from '#platform/lib/decimal.ts';
import {
  readState,
  reportOf,
  totalsOf,
  transactionOf,
  wholeTransaction,
} from '../../features/billing/invoice-samples.ts';
import { type CardSample, sample, words } from './sample.ts';

const products = [
  ['Application Gateway, capacity units, West Europe', 'Networking'],
  ['SQL Database, vCore', 'Databases'],
  ['Log ingestion, pay as you go', 'Analytics'],
  ['Virtual Machines D8s v5, one year', 'Compute'],
  ['Bandwidth', 'Networking'],
] as const;

const rows = Array.from({ length: 20 }, (_, number) => {
  const [productDescription, productFamily] = products[number % products.length] ?? [];
  const date = `2026-11-${String(1 + number).padStart(2, '0')}T00:00:00Z`;
  return transactionOf(1_000 + number * 317, {
    ...{ productDescription, productFamily, date },
    ...(number % 7 === 4
      ? { invoice: 'Pending', creditType: 'Refund', transactionAmount: { currency: 'EUR', value: -81.3 } }
      : {}),
    ...(number % 9 === 3 ? { transactionAmount: { currency: 'JPY', value: 1_234_567_890_123_457 } } : {}),
  });
});
const WHOLE = 131;
const page: ListPage = { rows, dropped: 0, count: WHOLE, more: true };
const read = readState(rows);
const whole = reportOf(read.is === 'read' ? { ...read, result: { ...read.result, count: WHOLE } } : read);
const incomplete = reportOf({
  is: 'read',
  ends: [{ complete: false, rows: 20, of: 131, why: 'billing.why.missing', values: {} }],
  result: totalsOf(rows),
});
const asked = reportOf(read, { filter: 'family Networking over 100 EUR', sort: 'largest first', search: 'gateway' });
const narrow = {
  ...asked,
  filtered: {
    ...{ of: filterKey(asked.question) ?? '', whole: true, count: WHOLE },
    currencies: [{ currency: 'EUR', amount: '80064.00' as Decimal, rows: WHOLE }],
  },
};
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
    viewList(asked, { rows: [], dropped: 0, count: 0, more: false }, undefined, words),
  ),
  sample(
    'one transaction with everything',
    transactionCard,
    viewTransaction(wholeTransaction(), { title: viewInvoice(whole, words).title, buttons: [back] }, words),
  ),
];
