import { iso } from '#platform/lib/clock.ts';
import { affectsOne, insertNew } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

/** A request made for an incident. Times are ISO text. */
interface IncidentRequestTable {
  change_id: string;
  /** The incident, over all of its cards. */
  alert_id: string;
  /** When the incident was resolved while the request or its grant was open. */
  resolved_at: string | null;
  /** When its holder was asked whether the access can end: once. */
  asked_at: string | null;
  /** When they said that it stays. */
  kept_at: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    access_incidents: IncidentRequestTable;
  }
}

export const incidentMigrations: Migrations = {
  'access-incidents-001': async (db) => {
    await createTable(db, 'access_incidents', {
      key: 'change_id',
      texts: ['alert_id'],
      optional: ['resolved_at', 'asked_at', 'kept_at'],
    }).execute();
    await createIndex(db, 'access_incidents_alert', 'access_incidents', ['alert_id']);
  },
};

/** Stores for which incident a request is made. @param card id of the incident's card where it was asked */
export const linkIncident = async (trx: Trx, change: string, card: string): Promise<void> => {
  const found = await trx.selectFrom('alert_cards').select('alert_id').where('id', '=', card).executeTakeFirst();
  if (!found) return;
  const dates = { resolved_at: null, asked_at: null, kept_at: null };
  await insertNew(trx.insertInto('access_incidents').values({ change_id: change, alert_id: found.alert_id, ...dates }));
};

/** Ids of the changes that were asked for an incident. */
export const requestsFor = async (trx: Trx, alert: string): Promise<readonly string[]> => {
  const rows = await trx.selectFrom('access_incidents').select('change_id').where('alert_id', '=', alert).execute();
  return rows.map(({ change_id }) => change_id);
};

/** How far the question is whether the access can end. */
interface AfterIncident {
  readonly resolved: boolean;
  readonly asked: boolean;
  readonly kept: boolean;
}

export const findAfterIncident = async (db: Db, change: string): Promise<AfterIncident | undefined> => {
  const row = await db.selectFrom('access_incidents').selectAll().where('change_id', '=', change).executeTakeFirst();
  return row && { resolved: row.resolved_at !== null, asked: row.asked_at !== null, kept: row.kept_at !== null };
};

/** Stores that the incident of this request was resolved. @param now milliseconds since 1970 */
export const markResolved = async (trx: Trx, change: string, now: number): Promise<void> => {
  await trx
    .updateTable('access_incidents')
    .set({ resolved_at: iso(now) })
    .where('change_id', '=', change)
    .execute();
};

/** @returns false where the holder was asked before */
export const recordQuestion = (trx: Trx, change: string, now: number): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('access_incidents')
      .set({ asked_at: iso(now) })
      .where('change_id', '=', change)
      .where('asked_at', 'is', null),
  );

/** @returns false where nobody was asked, or the answer is stored */
export const recordAnswer = (trx: Trx, change: string, now: number): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('access_incidents')
      .set({ kept_at: iso(now) })
      .where('change_id', '=', change)
      .where('asked_at', 'is not', null)
      .where('kept_at', 'is', null),
  );
