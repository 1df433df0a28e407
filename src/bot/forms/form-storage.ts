import { BotState, type Storage, type StoreItems, type TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import { type Clock, DAY, iso } from '../../lib/clock.ts';
import { inBatches } from '../../storage/batches.ts';
import { rowCount } from '../../storage/claim.ts';
import type { Database, Migrations } from '../../storage/database.ts';

interface FormTable {
  key: string;
  value_json: string;
  updated_at: string;
  /** Whose it is; null in rows from before it was kept. */
  owner: string | null;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    open_forms: FormTable;
  }
}

export const formMigrations: Migrations = {
  'forms-001': {
    async up(db) {
      await db.schema
        .createTable('open_forms')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('value_json', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
  'forms-002-owner': {
    async up(db) {
      await db.schema.alterTable('open_forms').addColumn('owner', 'text').execute();
      await db.schema.createIndex('open_forms_owner').on('open_forms').columns(['owner', 'updated_at']).execute();
    },
  },
  'forms-003-ages': {
    async up(db) {
      await db.schema.createIndex('open_forms_ages').on('open_forms').column('updated_at').execute();
    },
  },
};

/** A form that nobody touched for so long is put away. */
const MAX_AGE_MS = DAY;

const stored = z.record(z.string(), z.unknown());

/**
 * botbuilder's Storage on a table. It holds nothing but open forms: decisions never rest on it.
 * @param most forms of one person; beyond it the one that was touched longest ago is put away
 */
export const createFormStorage = (database: Database, clock: Clock, most: () => number): Storage => ({
  async read(keys) {
    const rows = await database.db
      .selectFrom('open_forms')
      .selectAll()
      .where('key', 'in', keys)
      .where('updated_at', '>', iso(clock.now() - MAX_AGE_MS))
      .execute();
    return Object.fromEntries(rows.map((row) => [row.key, stored.parse(JSON.parse(row.value_json))]));
  },
  async write(changes: StoreItems) {
    for (const [key, value] of Object.entries(changes)) {
      const row = { value_json: JSON.stringify(value), updated_at: iso(clock.now()), owner: ownerOf(key) };
      await database.db
        .insertInto('open_forms')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
      await putAwayBeyond(database, row.owner, most());
    }
  },
  async delete(keys) {
    await database.db.deleteFrom('open_forms').where('key', 'in', keys).execute();
  },
});

const putAwayBeyond = async ({ db }: Database, owner: string, most: number): Promise<void> => {
  const newest = db
    .selectFrom('open_forms')
    .select('key')
    .where('owner', '=', owner)
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .limit(most);
  await db.deleteFrom('open_forms').where('owner', '=', owner).where('key', 'not in', newest).execute();
};

/** Forgets what was put away for its age. */
export const pruneForms = ({ db }: Database, now: number, stopping?: () => boolean): Promise<void> => {
  const old = db
    .selectFrom('open_forms')
    .select('key')
    .where('updated_at', '<=', iso(now - MAX_AGE_MS));
  const remove = (limit: number) => db.deleteFrom('open_forms').where('key', 'in', old.limit(limit)).executeTakeFirst();
  return inBatches(async (limit) => rowCount(await remove(limit)), stopping);
};

/** State by conversation and person: two people who fill a form in one channel never see each other's answers. */
export const createFormState = (storage: Storage): BotState =>
  new BotState(storage, async (context: TurnContext) => {
    const { conversation, from } = context.activity;
    return `${conversation.id}|${from.aadObjectId ?? from.id}`;
  });

const ownerOf = (key: string): string => key.slice(key.lastIndexOf('|') + 1);
