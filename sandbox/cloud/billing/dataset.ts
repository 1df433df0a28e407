import type { Generated } from 'kysely';
import { cloud } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { invoices } from './story/invoices.ts';

declare module '../tables.ts' {
  interface VendorTables {
    invoices: { account: string; name: string };
    transactions: {
      seq: Generated<number>;
      invoice: string;
      /** The transaction as JSON with all digits of its numbers. */
      record: string;
    };
  }
}

/** The invoices of the payments team. */
export const billingDataset: Dataset = {
  name: 'billing',
  migrations: {
    'vendor-sandbox-billing-001': async (db) => {
      await db.schema
        .createTable('invoices')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('transactions')
        .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('invoice', 'text', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .execute();
    },
  },
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
