import { sql } from 'kysely';
import { SECOND } from '#platform/lib/clock.ts';
import type { Database, Db, Migrations } from './database.ts';
import { StoreError, type StoreTrouble } from './failure.ts';

/** One row that nobody reads: only a write notices a full disk. */
export const healthMigrations: Migrations = {
  'storage-001-health': async (db) => {
    await db.schema
      .createTable('store_health')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('beats', 'integer', (c) => c.notNull())
      .execute();
    await db.insertInto('store_health').values({ id: 1, beats: 0 }).execute();
  },
};

/** Why the store cannot be used now, by a small write; undefined when it can. Never throws. */
export type Health = () => Promise<StoreTrouble | undefined>;

/** The result is cached: a load balancer asks every few seconds, and many requests must not wear out the disk. */
const COUNTS_MS = SECOND;
const PATIENCE_MS = 3 * SECOND;

export const createHealth = <T>(db: Db<T>): Health => {
  let last: { readonly at: number; readonly trouble: Promise<StoreTrouble | undefined> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > COUNTS_MS) last = { at: now, trouble: inPatience(probe(db)) };
    return last.trouble;
  };
};

const beat = sql`update store_health set beats = beats + 1 where id = 1`;

const probe = async <T>(db: Db<T>): Promise<StoreTrouble | undefined> => {
  try {
    await beat.execute(db);
    return undefined;
  } catch (error) {
    return error instanceof StoreError ? error.trouble : 'away';
  }
};

class TakenBack extends Error {}

/** The same small write, taken back at once: nothing stays. @throws StoreError, or the driver's error */
export const tryWriting = async <T>(database: Pick<Database<T>, 'transaction'>): Promise<void> => {
  const work = database.transaction(async (trx) => {
    await beat.execute(trx);
    throw new TakenBack();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
};

const inPatience = (looking: Promise<StoreTrouble | undefined>): Promise<StoreTrouble | undefined> => {
  const late = Promise.withResolvers<StoreTrouble>();
  const timer = setTimeout(() => late.resolve('busy'), PATIENCE_MS);
  return Promise.race([looking, late.promise]).finally(() => clearTimeout(timer));
};
