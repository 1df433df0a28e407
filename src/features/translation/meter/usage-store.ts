import { iso } from '#platform/lib/clock.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { Asker } from '../translation.ts';

/** Whose characters are counted. */
export type Holder = 'tenant' | 'channel' | 'person';

interface UsageTable {
  /** As 2026-11-22, in UTC. */
  day: string;
  kind: Holder;
  /** Ids of the tenant, the conversation, the person. */
  holder: string;
  /** Charged, or reserved by a call without an answer yet: after a crash it stays counted. */
  characters: number;
  /** The characters answered by the cache. */
  saved: number;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    translation_usage: UsageTable;
  }
}

export const usageMigrations: Migrations = {
  'translation-usage-001': async (db) => {
    await createTable(db, 'translation_usage', { texts: ['day', 'kind', 'holder'] })
      .addColumn('characters', 'bigint', (c) => c.notNull())
      .addColumn('saved', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('translation_usage_key', ['kind', 'holder', 'day'])
      .execute();
  },
  'translation-usage-002-ages': async (db) => {
    await createIndex(db, 'translation_usage_age', 'translation_usage', ['day']);
  },
};

/** Always the tenant first: two concurrent writers then wait for each other in the same order, without a deadlock. */
export const holdersOf = ({ tenantId, conversationId, objectId }: Asker): readonly (readonly [Holder, string])[] => [
  ['tenant', tenantId],
  ['channel', conversationId],
  ['person', objectId],
];

/** @param now milliseconds since 1970 */
export const dayOf = (now: number): string => iso(now).slice(0, 10);

interface Amounts {
  readonly characters: number;
  readonly saved: number;
}

/** Adds to a day of the person, the channel and the tenant; a negative number gives back. */
export const addUsage = async (trx: Trx, day: string, asker: Asker, { characters, saved }: Amounts): Promise<void> => {
  for (const [kind, holder] of holdersOf(asker)) {
    await trx
      .insertInto('translation_usage')
      .values({ day, kind, holder, characters, saved })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'holder', 'day']).doUpdateSet((eb) => ({
          characters: eb('translation_usage.characters', '+', characters),
          saved: eb('translation_usage.saved', '+', saved),
        })),
      )
      .execute();
  }
};

export interface Used {
  readonly day: Amounts;
  readonly month: Amounts;
}

/** The usage of one of them on a day, and in its month so far. */
export const usedBy = async (
  db: Db,
  day: string,
  { holder, id }: { readonly holder: Holder; readonly id: string },
): Promise<Used> => {
  const rows = await db
    .selectFrom('translation_usage')
    .select(['day', 'characters', 'saved'])
    .where('kind', '=', holder)
    .where('holder', '=', id)
    .where('day', '>=', `${day.slice(0, 7)}-01`)
    .where('day', '<=', day)
    .execute();
  return { day: sumOf(rows.filter((row) => row.day === day)), month: sumOf(rows) };
};

/** PostgreSQL returns 64-bit integers as text. */
const sumOf = (rows: readonly { readonly characters: unknown; readonly saved: unknown }[]): Amounts => ({
  characters: rows.reduce((sum, row) => sum + Number(row.characters), 0),
  saved: rows.reduce((sum, row) => sum + Number(row.saved), 0),
});

/** Deletes the days before one. */
export const pruneUsage = async (db: Db, day: string): Promise<void> => {
  await db.deleteFrom('translation_usage').where('day', '<', day).execute();
};

/** Adds to the charge of one translation; a negative number gives back. */
export const addCharge = async (db: Db, translation: string, characters: number): Promise<void> => {
  await db
    .updateTable('translations')
    .set((eb) => ({ charged: eb('charged', '+', characters) }))
    .where('id', '=', translation)
    .execute();
};

/** Characters, over all its runs; 0 for a deleted translation. */
export const chargedFor = async (db: Db, translation: string): Promise<number> => {
  const row = await db.selectFrom('translations').select('charged').where('id', '=', translation).executeTakeFirst();
  return row?.charged ?? 0;
};
