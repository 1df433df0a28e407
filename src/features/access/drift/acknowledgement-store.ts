import { iso } from '#platform/lib/clock.ts';
import { insertNew, rowCount } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createTable } from '#platform/storage/schema.ts';
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

/** Marks in one statement. */
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
      acknowledged_at: null,
      acknowledged_by: null,
      acknowledged_by_name: null,
    }),
  );

export const findMismatch = async (db: Db, mark: string): Promise<Mismatch | undefined> => {
  const row = await db.selectFrom('access_mismatches').selectAll().where('mark', '=', mark).executeTakeFirst();
  return row && mismatchSchema.parse(JSON.parse(row.mismatch_json));
};

/** Keeps a mismatch that was found. @returns false where somebody keeps it already */
export const acknowledge = async (
  trx: Trx,
  mark: string,
  by: { readonly objectId: string; readonly name: string },
  now: number,
): Promise<boolean> =>
  rowCount(
    await trx
      .updateTable('access_mismatches')
      .set({ acknowledged_at: iso(now), acknowledged_by: by.objectId, acknowledged_by_name: by.name })
      .where('mark', '=', mark)
      .where('acknowledged_at', 'is', null)
      .executeTakeFirst(),
  ) === 1;
