import { BillingManagementClient } from '@azure/arm-billing';
import { type Reader, requireRows } from './listing-reader.ts';
import { question } from './transactions.ts';

const HOUR_MS = 3_600_000;

/** The vendor's own published client, with the token at hand; it reads the fields that its version of the document has. */
export const createPublished = (port: number): Reader => {
  const credential = { getToken: async () => ({ token: 'bench', expiresOnTimestamp: Date.now() + HOUR_MS }) };
  return async (rows) => {
    const client = new BillingManagementClient(credential, 'no subscription', {
      endpoint: `http://127.0.0.1:${port}/rows-${rows}`,
      allowInsecureConnection: true,
    });
    let seen = 0;
    for await (const { subTotal } of client.transactions.listByInvoice(question.billingAccount, question.invoice)) {
      if (subTotal?.currency === 'EUR') seen += 1;
    }
    requireRows(seen, rows);
  };
};
