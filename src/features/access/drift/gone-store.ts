import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Trx } from '#platform/storage/database.ts';

/** Records that a grant was removed outside Steward. @returns false where that, or another removal, is recorded */
export const recordGone = async (trx: Trx, change: string, now: number): Promise<boolean> =>
  rowCount(
    await trx
      .updateTable('grants')
      .set({ removed_at: iso(now), removed_by: null })
      .where('change_id', '=', change)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  ) === 1;

/** The vendor lists it once more: it stands. @returns false where it was not recorded as gone */
export const recordBack = async (trx: Trx, change: string): Promise<boolean> =>
  rowCount(
    await trx
      .updateTable('grants')
      .set({ removed_at: null })
      .where('change_id', '=', change)
      .where('removed_at', 'is not', null)
      .where('removed_by', 'is', null)
      .executeTakeFirst(),
  ) === 1;
