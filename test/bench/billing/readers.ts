import { createVendorClient } from '../../../src/api/client.ts';
import { listInvoiceTransactions } from '../../../src/api/operations/billing.ts';
import { renderInvoice } from '../../../src/features/billing/cards/summary-card.ts';
import { parseListQuery } from '../../../src/features/billing/invoice/list-query.ts';
import { readInvoice } from '../../../src/features/billing/invoice/read-invoice.ts';
import { foldTotals, storedTotals } from '../../../src/features/billing/invoice/totals.ts';
import { createHttp } from '../../../src/http/http.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { question } from '../client/transactions.ts';

/** Goes through an invoice of so many rows. @throws Error when it saw another number */
export type Reader = (rows: number) => Promise<void>;

const log = createLogger('info', { write: () => {} });
const words = loadTexts().for('en');

const clientOf = (port: number) => {
  const http = createHttp({ clock: systemClock, log });
  return (rows: number) =>
    createVendorClient({
      ...{ http, log, clock: systemClock, ids: randomIds },
      settings: {
        namespace: 'Vendor',
        management: {
          baseUrl: `http://127.0.0.1:${port}/rows-${rows}`,
          tokenUrl: `http://127.0.0.1:${port}/token`,
          clientId: 'bench',
          clientSecret: new Secret('bench'),
        },
      },
    });
};

const counted = (seen: number, rows: number): void => {
  if (seen !== rows) throw new Error(`${rows} rows were asked for, ${seen} came`);
};

/** The client's own listing, as it is: each row is read and looked at. */
export const createListing = (port: number): Reader => {
  const of = clientOf(port);
  return async (rows) => {
    let seen = 0;
    for await (const { subTotal } of of(rows).list(listInvoiceTransactions, { ...question, count: true })) {
      if (subTotal?.currency === 'EUR') seen += 1;
    }
    counted(seen, rows);
  };
};

/** The same rows once each, folded into totals that are stored, read again and drawn as the card. */
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
    counted(result.count, rows);
  };
};
