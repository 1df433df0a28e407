import { createVendorClient } from '../../../src/cloud/client.ts';
import { listInvoiceTransactions } from '../../../src/cloud/operations/billing.ts';
import { createHttp } from '../../../src/platform/http/http.ts';
import { clientSecret } from '../../../src/platform/identity/credential.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { question } from './transactions.ts';

/** Goes through an invoice of so many rows. @throws Error when it saw another number */
export type Reader = (rows: number) => Promise<void>;

/** The product's client with all that it does in production, for an invoice of so many rows. */
export const clientOf = (port: number) => {
  const origin = `http://127.0.0.1:${port}`;
  const log = createLogger('info', { write: () => {} });
  const http = createHttp({ clock: systemClock, log });
  return (rows: number) =>
    createVendorClient({
      ...{ http, log, clock: systemClock, ids: randomIds },
      settings: {
        namespace: 'Vendor',
        management: {
          ...{ baseUrl: `${origin}/rows-${rows}`, tokenUrl: `${origin}/token` },
          credential: clientSecret('bench', 'bench'),
        },
      },
    });
};

/** @throws Error */
export const requireRows = (seen: number, rows: number): void => {
  if (seen !== rows) throw new Error(`${rows} rows were asked for, ${seen} came`);
};

/** The client's own listing: each row is read and checked. */
export const createListing = (port: number, options: { readonly count?: true } = {}): Reader => {
  const of = clientOf(port);
  return async (rows) => {
    let seen = 0;
    for await (const { subTotal } of of(rows).list(listInvoiceTransactions, { ...question, ...options })) {
      if (subTotal?.currency === 'EUR') seen += 1;
    }
    requireRows(seen, rows);
  };
};
