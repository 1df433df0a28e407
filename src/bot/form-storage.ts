import { BotState, type Storage, type StoreItems, type TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import { type Clock, DAY, iso } from '../lib/clock.ts';
import type { Database, Migrations } from '../storage/database.ts';

interface FormTable {
  key: string;
  value_json: string;
  updated_at: string;
}

declare module '../storage/tables.ts' {
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
};

/** A form that nobody touched for so long is put away. */
const MAX_AGE_MS = DAY;

const stored = z.record(z.string(), z.unknown());

/** botbuilder's Storage on a table. It holds nothing but open forms: decisions never rest on it. */
export const createFormStorage = (database: Database, clock: Clock): Storage => ({
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
      const row = { value_json: JSON.stringify(value), updated_at: iso(clock.now()) };
      await database.db
        .insertInto('open_forms')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
    }
  },
  async delete(keys) {
    await database.db.deleteFrom('open_forms').where('key', 'in', keys).execute();
  },
});

/** Forgets what was put away for its age. */
export const pruneForms = async ({ db }: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('open_forms')
    .where('updated_at', '<=', iso(now - MAX_AGE_MS))
    .execute();
};

/** State by conversation and person: two people who fill a form in one channel never see each other's answers. */
export const createFormState = (storage: Storage): BotState =>
  new BotState(storage, async (context: TurnContext) => {
    const { conversation, from } = context.activity;
    return `${conversation.id}|${from.aadObjectId ?? from.id}`;
  });
