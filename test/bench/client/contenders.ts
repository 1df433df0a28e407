import { Agent, request } from 'undici';
import { createVendorClient } from '../../../src/api/client.ts';
import { listInvoiceTransactions } from '../../../src/api/operations/billing.ts';
import { createHttp } from '../../../src/http/http.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { PAGE, question } from './transactions.ts';

/** Goes through a list of so many rows. */
export interface Contender {
  /** @throws Error when it saw another number of rows */
  read(rows: number): Promise<void>;
  close(): Promise<void>;
}

const baseOf = (port: number, rows: number): string => `http://127.0.0.1:${port}/last-${rows / PAGE}`;

const counted = (seen: number, rows: number): void => {
  if (seen !== rows) throw new Error(`${rows} rows were asked for, ${seen} came`);
};

/** The product's client with all that it does in production. */
export const createSteward = (port: number): Contender => {
  const log = createLogger('info', { write: () => {} });
  const http = createHttp({ clock: systemClock, log });
  const clientOf = (rows: number) =>
    createVendorClient({
      http,
      clock: systemClock,
      ids: randomIds,
      log,
      settings: {
        namespace: 'Vendor',
        management: {
          baseUrl: baseOf(port, rows),
          tokenUrl: `http://127.0.0.1:${port}/token`,
          clientId: 'bench',
          clientSecret: new Secret('bench'),
        },
      },
    });
  return {
    async read(rows) {
      let seen = 0;
      for await (const { subTotal } of clientOf(rows).list(listInvoiceTransactions, question)) {
        if (subTotal?.currency === 'EUR') seen += 1;
      }
      counted(seen, rows);
    },
    close: () => http.close(),
  };
};

interface RawPage {
  readonly value: readonly { readonly properties: { readonly subTotal: { readonly currency: string } } }[];
  readonly nextLink?: string;
}

/** The same pages with undici and JSON.parse, nothing checked. */
export const createUndici = (port: number): Contender => {
  const dispatcher = new Agent();
  const pages = async function* (first: string): AsyncGenerator<RawPage['value']> {
    for (let url: string | undefined = first; url !== undefined; ) {
      const { body } = await request(url, { dispatcher });
      const { value, nextLink } = JSON.parse(await body.text()) as RawPage;
      yield value;
      url = nextLink;
    }
  };
  return {
    async read(rows) {
      let seen = 0;
      for await (const page of pages(`${baseOf(port, rows)}/transactions?top=${PAGE}`)) {
        for (const { properties } of page) if (properties.subTotal.currency === 'EUR') seen += 1;
      }
      counted(seen, rows);
    },
    close: () => dispatcher.close(),
  };
};
