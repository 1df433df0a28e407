import { cloud } from '../../world.ts';
import { creating, key, type RowsOf, serial, text } from '../columns.ts';
import type { Dataset } from '../dataset.ts';
import { invoices } from './story.ts';

const tables = {
  invoices: { name: key, account: text },
  /** `record`: the transaction as JSON with all digits of its numbers. */
  transactions: { seq: serial, invoice: text, record: text },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

/** The invoices of the payments team. */
export const billingDataset: Dataset = {
  name: 'billing',
  migrations: { 'vendor-sandbox-billing-001': creating(tables) },
  async seed(trx, { namespace, ids, now }) {
    await trx.deleteFrom('transactions').execute();
    await trx.deleteFrom('invoices').execute();
    for (const { account, name, transactions } of invoices({ namespace, ids, now })) {
      await trx.insertInto('invoices').values({ account, name }).execute();
      for (const record of transactions) {
        await trx
          .insertInto('transactions')
          .values({ invoice: name, record: JSON.stringify(record) })
          .execute();
      }
    }
  },
  info: () => ({ billingAccount: cloud.billing.account, invoice: cloud.billing.invoice }),
};
