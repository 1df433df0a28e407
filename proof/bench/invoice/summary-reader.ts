import { renderInvoice } from '../../../src/features/billing/cards/summary-card.ts';
import { parseListQuery } from '../../../src/features/billing/invoice/list-query.ts';
import { readInvoice } from '../../../src/features/billing/invoice/read-invoice.ts';
import { foldTotals, storedTotals } from '../../../src/features/billing/invoice/totals.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { clientOf, type Reader, requireRows } from './listing-reader.ts';
import { question } from './transactions.ts';

const words = loadTexts().for('en');

/** Each row once, folded into totals that are stored, read again and drawn as the card. */
export const createSummary = (port: number): Reader => {
  const of = clientOf(port);
  const { billingAccount, invoice } = question;
  return async (rows) => {
    const fold = foldTotals();
    const end = await readInvoice(
      { billingAccount, invoice },
      { vendor: of(rows), take: (row) => fold.take(row, 0), progress: async () => {} },
    );
    const result = storedTotals.parse(JSON.parse(JSON.stringify(fold.end())));
    renderInvoice(
      {
        ...{ id: 'bench', askedBy: 'bench', conversationId: undefined, version: 1 },
        account: { key: 'bench', title: 'Bench', account: billingAccount, invoices: [], see: [], channels: [] },
        invoices: [{ title: invoice, id: invoice }],
        question: parseListQuery({ filter: '', sort: '', search: '' }, systemClock.now()),
        state: { is: 'read', ends: [end], result },
      },
      words,
    );
    if (!end.complete) throw new Error(`incomplete: ${end.why}`);
    requireRows(result.count, rows);
  };
};
