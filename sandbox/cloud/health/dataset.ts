import type { Generated } from 'kysely';
import type { Dataset } from '../dataset.ts';
import { putScripts } from './put-scripts.ts';
import { sensitiveEvent, story } from './story/story.ts';

declare module '../tables.ts' {
  interface VendorTables {
    health_events: {
      seq: Generated<number>;
      name: string;
      /** The moment that the script's times count from. */
      told_at: number;
      /** A Script as JSON. */
      script: string;
    };
  }
}

/** Health events. An event is stored as its script; its state depends on the clock. */
export const healthDataset: Dataset = {
  name: 'health-events',
  migrations: {
    'vendor-sandbox-health-events-001': {
      up: async (db) => {
        await db.schema
          .createTable('health_events')
          .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
          .addColumn('name', 'text', (column) => column.notNull().unique())
          .addColumn('told_at', 'integer', (column) => column.notNull())
          .addColumn('script', 'text', (column) => column.notNull())
          .execute();
      },
    },
  },
  async seed(trx, { now }) {
    await trx.deleteFrom('health_events').execute();
    await putScripts(trx, story, now);
  },
  info: () => ({ sensitiveEvent: sensitiveEvent.name }),
};
