import { cloud } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { translatorKeys } from './subscription-keys.ts';

declare module '../tables.ts' {
  interface VendorTables {
    /** Requested custom systems, and the moments from which they are ready. */
    translator_systems: { category: string; ready_at: number };
  }
}

/** The translator's keys and its prepared custom systems. */
export const translationDataset: Dataset = {
  name: 'translation',
  migrations: {
    'translation-001': {
      up: async (db) => {
        await db.schema
          .createTable('translator_systems')
          .addColumn('category', 'text', (column) => column.primaryKey())
          .addColumn('ready_at', 'integer', (column) => column.notNull())
          .execute();
      },
    },
  },
  async seed(trx) {
    await trx.deleteFrom('translator_systems').execute();
  },
  info: () => ({
    translatorKey: translatorKeys.standing,
    translatorKeys: { usedUp: translatorKeys.usedUp, otherService: translatorKeys.otherService },
    translatorCategories: cloud.translatorCategories,
  }),
};
