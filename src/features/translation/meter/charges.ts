import type { Db } from '../../../storage/database.ts';

/** Adds to what one translation was charged; what is given back is less than nothing. */
export const addCharge = async (db: Db, translation: string, characters: number): Promise<void> => {
  await db
    .updateTable('translations')
    .set((eb) => ({ charged: eb('charged', '+', characters) }))
    .where('id', '=', translation)
    .execute();
};

/** Characters, over all its runs; 0 for a translation that is gone. */
export const chargedFor = async (db: Db, translation: string): Promise<number> => {
  const row = await db.selectFrom('translations').select('charged').where('id', '=', translation).executeTakeFirst();
  return row?.charged ?? 0;
};
