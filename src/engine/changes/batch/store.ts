import { rowCount } from '#platform/storage/claim.ts';
import type { Db } from '#platform/storage/database.ts';
import { type Change, toChange } from '../change.ts';
import { type Batch, toBatch } from './batch.ts';
import type { BatchTable } from './tables.ts';

/** @returns false if the same activity sent one already */
export const insertBatch = async (db: Db, row: BatchTable): Promise<boolean> =>
  rowCount(
    await db
      .insertInto('change_batches')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  ) === 1;

export const findBatch = async (db: Db, id: string): Promise<Batch | undefined> => {
  const row = await db.selectFrom('change_batches').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toBatch(row);
};

export const findBatchBySource = async (db: Db, source: string): Promise<Batch | undefined> => {
  const row = await db.selectFrom('change_batches').selectAll().where('source', '=', source).executeTakeFirst();
  return row && toBatch(row);
};

/** Raises the version, so that the copies of its card are redrawn. */
export const raiseBatch = async (db: Db, id: string): Promise<Batch | undefined> => {
  const row = await db
    .updateTable('change_batches')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toBatch(row);
};

/** Its requests, in the order in which they were sent. */
export const changesOfBatch = async (db: Db, { id, lines }: Pick<Batch, 'id' | 'lines'>): Promise<Change[]> => {
  const rows = await db.selectFrom('changes').selectAll().where('batch', '=', id).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap((line) => {
    const row = 'change' in line ? byId.get(line.change) : undefined;
    return row ? [toChange(row)] : [];
  });
};
