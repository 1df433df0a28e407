import { sql } from 'kysely';
import { iso } from '#platform/lib/clock.ts';
import { inBatches } from '#platform/storage/batches.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Database } from '#platform/storage/database.ts';
import { NOTICE } from './renderer.ts';
import { kindOfSubject } from './tables.ts';

/** Deletes messages that are never edited, sent or given up before a moment. @param kinds of their subjects @param stopping see `inBatches` */
export const pruneDelivered = async (
  { db }: Database,
  kinds: readonly string[],
  before: number,
  stopping?: () => boolean,
): Promise<void> => {
  for (const kind of kinds) {
    const told = db
      .selectFrom('deliveries')
      .select('id')
      .where(kindOfSubject(db), '=', kind)
      .where('created_at', '<', iso(before))
      .where('state', '!=', 'ready');
    const remove = (limit: number) =>
      db.deleteFrom('deliveries').where('id', 'in', told.limit(limit)).executeTakeFirst();
    await inBatches(async (limit) => rowCount(await remove(limit)), stopping);
  }
  const unsaid = db
    .selectFrom('notices')
    .select('id')
    .where('created_at', '<', iso(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .where('deliveries.subject', '=', sql<string>`${`${NOTICE}:`} || notices.id`),
        ),
      ),
    );
  const remove = (limit: number) => db.deleteFrom('notices').where('id', 'in', unsaid.limit(limit)).executeTakeFirst();
  await inBatches(async (limit) => rowCount(await remove(limit)), stopping);
};
