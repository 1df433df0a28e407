import { iso } from '#platform/lib/clock.ts';
import { insertNew, rowCount } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';

/** When the next review of each place begins by itself, in milliseconds since 1970, by the place's key. */
export const plannedReviews = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.selectFrom('access_review_plans').selectAll().where('next_at', '>', '').execute();
  return new Map(rows.map(({ place, next_at }) => [place, Date.parse(next_at)]));
};

/** Plans the first review of a place; one that is planned stays as it is. */
export const planFirst = async (db: Db, place: string, at: number): Promise<void> => {
  await insertNew(db.insertInto('access_review_plans').values({ place, next_at: iso(at) }));
};

/** Plans the next one. @returns false where another process did */
export const planNext = async (trx: Trx, place: string, from: number, to: number): Promise<boolean> =>
  rowCount(
    await trx
      .updateTable('access_review_plans')
      .set({ next_at: iso(to) })
      .where('place', '=', place)
      .where('next_at', '=', iso(from))
      .executeTakeFirst(),
  ) === 1;

/** Nothing is planned for these places any more. */
export const dropPlans = async (db: Db, places: readonly string[]): Promise<void> => {
  if (places.length === 0) return;
  await db.deleteFrom('access_review_plans').where('place', 'in', places).execute();
};
