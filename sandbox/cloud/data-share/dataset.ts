import type { Insertable, Selectable } from 'kysely';
import { cloud } from '../../world.ts';
import { creating, integer, oneOf, type RowsOf, serial, text, unique } from '../columns.ts';
import type { Dataset } from '../dataset.ts';
import type { VendorTables } from '../tables.ts';
import { demoSchedules, demoSynchronizations } from './story.ts';

const tables = {
  share_synchronizations: {
    seq: serial,
    id: unique,
    share: text,
    mode: oneOf<'Incremental' | 'FullSync'>(),
    /** The moments of its creation, queue, start and end. */
    queued_at: integer,
    started_at: integer,
    ended_at: integer,
    /** Its status at the end. */
    outcome: text,
    message: text,
    consumer: text,
  },
  share_schedules: {
    seq: serial,
    share_subscription: text,
    interval: oneOf<'Hour' | 'Day'>(),
    synchronizes_at: integer,
  },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

export type SynchronizationRow = Selectable<VendorTables['share_synchronizations']>;
export type NewSynchronization = Insertable<VendorTables['share_synchronizations']>;
export type NewSchedule = Insertable<VendorTables['share_schedules']>;

/** The shares and the share subscriptions of the payments team. */
export const dataShareDataset: Dataset = {
  name: 'data-share',
  migrations: { 'vendor-sandbox-data-share-001': creating(tables) },
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
