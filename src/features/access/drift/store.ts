import type { Selectable } from 'kysely';
import { iso } from '#platform/lib/clock.ts';
import { affectsOne, insertNew } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { type GrantTerms, grantTerms } from '../terms.ts';
import { type Mismatch, mismatchSchema } from './mismatch.ts';

/** Mismatches that were found: one row for each mark. */
interface MismatchTable {
  mark: string;
  mismatch_json: string;
  found_at: string;
  /** When a person decided to keep it, and who; null while it is open. */
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  acknowledged_by_name: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    access_mismatches: MismatchTable;
    access_drift_reports: ReportTable;
  }
}

export const mismatchMigrations: Migrations = {
  'access-mismatches-001': async (db) => {
    await createTable(db, 'access_mismatches', {
      key: 'mark',
      texts: ['mismatch_json', 'found_at'],
      optional: ['acknowledged_at', 'acknowledged_by', 'acknowledged_by_name'],
    }).execute();
  },
};

/** Marks, or ids, in one statement. */
const MOST = 500;

/** Which of these were found before, each with whether a person keeps it. */
export const knownMarks = async (db: Db, marks: readonly string[]): Promise<ReadonlyMap<string, boolean>> => {
  const found = new Map<string, boolean>();
  for (let from = 0; from < marks.length; from += MOST) {
    const rows = await db
      .selectFrom('access_mismatches')
      .select(['mark', 'acknowledged_at'])
      .where('mark', 'in', marks.slice(from, from + MOST))
      .execute();
    for (const { mark, acknowledged_at } of rows) found.set(mark, acknowledged_at !== null);
  }
  return found;
};

/** Which of these a person keeps. */
export const acknowledgedMarks = async (db: Db, marks: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...(await knownMarks(db, marks))].flatMap(([mark, isAcknowledged]) => (isAcknowledged ? [mark] : [])));

/** @returns false where it was found before */
export const insertMismatch = (trx: Trx, mismatch: Mismatch, now: number): Promise<boolean> =>
  insertNew(
    trx.insertInto('access_mismatches').values({
      mark: mismatch.mark,
      mismatch_json: JSON.stringify(mismatch),
      found_at: iso(now),
    }),
  );

export const findMismatch = async (db: Db, mark: string): Promise<Mismatch | undefined> => {
  const row = await db.selectFrom('access_mismatches').selectAll().where('mark', '=', mark).executeTakeFirst();
  return row && mismatchSchema.parse(JSON.parse(row.mismatch_json));
};

/** Keeps a mismatch that was found. @returns false where somebody keeps it already */
export const acknowledge = (
  trx: Trx,
  mark: string,
  by: { readonly objectId: string; readonly name: string },
  now: number,
): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('access_mismatches')
      .set({ acknowledged_at: iso(now), acknowledged_by: by.objectId, acknowledged_by_name: by.name })
      .where('mark', '=', mark)
      .where('acknowledged_at', 'is', null),
  );

/** A weekly report in the operators' conversation: planned, then posted once. */
interface ReportTable {
  /** The moment for which it is planned, as ISO text. */
  id: string;
  state: 'planned' | 'posted';
  /** What was found; null as long as it is planned. */
  drift_json: string | null;
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
export const beginReport = (trx: Trx, id: string, drift_json: string): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('access_drift_reports')
      .set({ state: 'posted', drift_json })
      .where('id', '=', id)
      .where('state', '=', 'planned'),
  );

/** Nothing is posted any more. */
export const dropPlanned = async (db: Db): Promise<void> => {
  await db.deleteFrom('access_drift_reports').where('state', '=', 'planned').execute();
};

/** A grant as Steward recorded it; moments in milliseconds since 1970. */
export interface RecordedGrant {
  readonly change: string;
  /** Short name for people, such as R-7KQ2M. */
  readonly ref: string;
  readonly terms: GrantTerms;
  /** The GUID of the request at the vendor, in lower case. */
  readonly request: string;
  readonly start: number;
  readonly end: number | undefined;
  /** 0 for what was before this was recorded. */
  readonly grantedAt: number;
  /** `outside`: not by Steward, which noticed it at that moment. */
  readonly removed: { readonly at: number; readonly outside: boolean } | undefined;
}

/**
 * The grants that have not reached their end, and those of these requests at the vendor.
 * @param requests GUIDs, in lower case
 */
export const recordedGrants = async (
  db: Db,
  requests: readonly string[],
  now: number,
): Promise<readonly RecordedGrant[]> => {
  const all = grantsOf(db);
  const batches = Array.from({ length: Math.ceil(requests.length / MOST) }, (_, at) =>
    requests.slice(at * MOST, (at + 1) * MOST),
  );
  const rows = [
    ...(await all.where('grants.ends_at', '>', iso(now)).execute()),
    ...(await all.where('grants.ends_at', 'is', null).execute()),
  ];
  for (const batch of batches) rows.push(...(await all.where('grants.request', 'in', batch).execute()));
  const found = rows.map((row) => ({
    change: row.change_id,
    ref: row.ref,
    terms: grantTerms.parse(JSON.parse(row.terms_json)),
    request: row.request.toLowerCase(),
    start: Date.parse(row.starts_at),
    end: row.ends_at === null ? undefined : Date.parse(row.ends_at),
    grantedAt: row.granted_at === null ? 0 : Date.parse(row.granted_at),
    removed: row.removed_at === null ? undefined : { at: Date.parse(row.removed_at), outside: row.removed_by === null },
  }));
  const isOver = ({ removed }: RecordedGrant): boolean => removed !== undefined && !removed.outside;
  const listed = new Set(requests);
  // What Steward removed matters only while it is listed.
  return [...new Map(found.map((grant) => [grant.change, grant])).values()].filter(
    (grant) => !isOver(grant) || listed.has(grant.request),
  );
};

const grantsOf = (db: Db) =>
  db
    .selectFrom('grants')
    .innerJoin('changes', 'changes.id', 'grants.change_id')
    .select([
      'grants.change_id',
      'grants.starts_at',
      'grants.ends_at',
      'grants.request',
      'grants.granted_at',
      'grants.removed_at',
      'grants.removed_by',
      'changes.ref',
      'changes.terms_json',
    ]);

/** Records that a grant was removed outside Steward. @returns false where that, or another removal, is recorded */
export const recordGone = (trx: Trx, change: string, now: number): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('grants')
      .set({ removed_at: iso(now), removed_by: null })
      .where('change_id', '=', change)
      .where('removed_at', 'is', null),
  );

/** The vendor lists it once more: it stands. @returns false where it was not recorded as gone */
export const recordBack = (trx: Trx, change: string): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('grants')
      .set({ removed_at: null })
      .where('change_id', '=', change)
      .where('removed_at', 'is not', null)
      .where('removed_by', 'is', null),
  );
