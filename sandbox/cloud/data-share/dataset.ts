import type { Generated, Insertable, Selectable } from 'kysely';
import { cloud } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import type { VendorTables } from '../tables.ts';
import { demoSchedules, demoSynchronizations } from './story.ts';

declare module '../tables.ts' {
  interface VendorTables {
    share_synchronizations: {
      seq: Generated<number>;
      id: string;
      share: string;
      mode: 'Incremental' | 'FullSync';
      /** The moments of its creation, queue, start and end. */
      queued_at: number;
      started_at: number;
      ended_at: number;
      /** Its status at the end. */
      outcome: string;
      message: string;
      consumer: string;
    };
    share_schedules: {
      seq: Generated<number>;
      share_subscription: string;
      interval: 'Hour' | 'Day';
      synchronizes_at: number;
    };
  }
}

export type SynchronizationRow = Selectable<VendorTables['share_synchronizations']>;
export type NewSynchronization = Insertable<VendorTables['share_synchronizations']>;
export type NewSchedule = Insertable<VendorTables['share_schedules']>;

/** The shares and the share subscriptions of the payments team. */
export const dataShareDataset: Dataset = {
  name: 'data-share',
  migrations: {
    'vendor-sandbox-data-share-001': async (db) => {
      await db.schema
        .createTable('share_synchronizations')
        .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('share', 'text', (column) => column.notNull())
        .addColumn('mode', 'text', (column) => column.notNull())
        .addColumn('queued_at', 'integer', (column) => column.notNull())
        .addColumn('started_at', 'integer', (column) => column.notNull())
        .addColumn('ended_at', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('consumer', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('share_schedules')
        .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('share_subscription', 'text', (column) => column.notNull())
        .addColumn('interval', 'text', (column) => column.notNull())
        .addColumn('synchronizes_at', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  async seed(trx, { ids, now }) {
    await trx.deleteFrom('share_synchronizations').execute();
    await trx.deleteFrom('share_schedules').execute();
    await trx.insertInto('share_synchronizations').values(demoSynchronizations(ids, now)).execute();
    await trx.insertInto('share_schedules').values(demoSchedules(now)).execute();
  },
  info: () => ({
    dataShareAccount: cloud.dataShare.account,
    share: cloud.dataShare.share,
    shareSubscription: cloud.dataShare.shareSubscription,
  }),
};
