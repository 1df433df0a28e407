import type { Selectable } from 'kysely';
import { insertNew, rowCount } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

/** A weekly report in the operators' conversation: planned, then posted once. */
interface ReportTable {
  /** The moment for which it is planned, as ISO text. */
  id: string;
  state: 'planned' | 'posted';
  /** What was found; null as long as it is planned. */
  drift_json: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    access_drift_reports: ReportTable;
  }
}

export type ReportRow = Selectable<ReportTable>;

export const reportMigrations: Migrations = {
  'access-drift-reports-001': async (db) => {
    await createTable(db, 'access_drift_reports', { key: 'id', texts: ['state'], optional: ['drift_json'] }).execute();
    await createIndex(db, 'access_drift_reports_state', 'access_drift_reports', ['state', 'id']);
  },
};

export const findReport = (db: Db, id: string): Promise<ReportRow | undefined> =>
  db.selectFrom('access_drift_reports').selectAll().where('id', '=', id).executeTakeFirst();

/** The planned reports, the latest first. */
export const plannedReports = async (db: Db): Promise<readonly string[]> => {
  const planned = db.selectFrom('access_drift_reports').select('id').where('state', '=', 'planned');
  return (await planned.orderBy('id', 'desc').execute()).map(({ id }) => id);
};

/** Plans this report, and no other one after it. */
export const planReport = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('access_drift_reports').where('state', '=', 'planned').where('id', '!=', id).execute();
  await insertNew(trx.insertInto('access_drift_reports').values({ id, state: 'planned', drift_json: null }));
};

/** @returns false where another process has posted it */
export const beginReport = async (trx: Trx, id: string, drift_json: string): Promise<boolean> =>
  rowCount(
    await trx
      .updateTable('access_drift_reports')
      .set({ state: 'posted', drift_json })
      .where('id', '=', id)
      .where('state', '=', 'planned')
      .executeTakeFirst(),
  ) === 1;

/** Nothing is posted any more. */
export const dropPlanned = async (db: Db): Promise<void> => {
  await db.deleteFrom('access_drift_reports').where('state', '=', 'planned').execute();
};
