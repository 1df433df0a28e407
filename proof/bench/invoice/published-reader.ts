import { BillingManagementClient } from '@azure/arm-billing';
import { type Reader, requireRows } from './listing-reader.ts';
import { question } from './transactions.ts';

/** The vendor's own published client, without its tokens, which want TLS; it reads the fields that its version of the document has. */
export const createPublished = (port: number): Reader => {
  const credential = { getToken: async () => null };
  return async (rows) => {
    const client = new BillingManagementClient(credential, 'no subscription', {
      endpoint: `http://127.0.0.1:${port}/rows-${rows}`,
      allowInsecureConnection: true,
    });
    client.pipeline.removePolicy({ name: 'bearerTokenAuthenticationPolicy' });
    let seen = 0;
    for await (const { subTotal } of client.transactions.listByInvoice(question.billingAccount, question.invoice)) {
      if (subTotal?.currency === 'EUR') seen += 1;
    }
    requireRows(seen, rows);
  };
};
