import type { CreateTableBuilder, Selectable } from 'kysely';
import { z } from 'zod';
import { iso } from '../../lib/clock.ts';
import { rowCount } from '../../storage/claim.ts';
import type { Db, Migrations } from '../../storage/database.ts';

interface TranslationTable {
  id: string;
  /** What asked for it: what comes again is the same translation. */
  source: string;
  asked_by: string;
  asker_json: string;
  /** Where its card goes when no turn shows it. */
  reach_json: string;
  language: string;
  order_json: string;
  /** Whose texts they are and where they were read; null where somebody wrote or pointed at them. */
  thing_json: string | null;
  /** Which page and face of it its cards show. */
  view_json: string;
  version: number;
  state: 'waiting' | 'done' | 'failed';
  done: number;
  of: number;
  /** How often it waited for the vendor, and why. */
  parked_json: string;
  /** What the vendor charged for it, in characters, over all runs: the meter writes it. */
  charged: number;
  outcome_json: string | null;
  /** The order that the outcome is of; it may have been asked for differently since. */
  answered_json: string | null;
  why_json: string | null;
  /** Until then a turn waits to show it itself. */
  held_until: string;
  /** A turn has shown it, or the outbox has it. */
  shown: number;
  /** When this very order was given. */
  ordered_at: string;
  created_at: string;
}

/** What somebody pointed at, until they say what is to become of it. */
interface KeptMessageTable {
  id: string;
  asked_by: string;
  message_json: string;
  created_at: string;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    translations: TranslationTable;
    translation_messages: KeptMessageTable;
  }
}

export type TranslationRow = Selectable<TranslationTable>;

export const translationMigrations: Migrations = {
  'translation-001': {
    async up(db) {
      const texts = ['source', 'asked_by', 'asker_json', 'reach_json', 'language', 'order_json', 'view_json', 'state'];
      let table: CreateTableBuilder<string, string> = db.schema.createTable('translations');
      table = table.addColumn('id', 'text', (c) => c.primaryKey());
      for (const name of [...texts, 'parked_json', 'held_until', 'ordered_at', 'created_at'] as const) {
        table = table.addColumn(name, 'text', (c) => c.notNull());
      }
      for (const name of ['version', 'done', 'of', 'charged', 'shown'] as const) {
        table = table.addColumn(name, 'integer', (c) => c.notNull());
      }
      for (const name of ['thing_json', 'outcome_json', 'answered_json', 'why_json'] as const)
        table = table.addColumn(name, 'text');
      await table.addUniqueConstraint('translations_source', ['source']).execute();
      await db.schema.createIndex('translations_age').on('translations').column('created_at').execute();
      await db.schema
        .createTable('translation_messages')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('asked_by', 'text', (c) => c.notNull())
        .addColumn('message_json', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
  'translation-002-ages': {
    async up(db) {
      await db.schema.createIndex('translation_messages_age').on('translation_messages').column('created_at').execute();
    },
  },
};

export const findTranslation = (db: Db, id: string): Promise<TranslationRow | undefined> =>
  db.selectFrom('translations').selectAll().where('id', '=', id).executeTakeFirst();

export const findTranslationBySource = async (db: Db, source: string): Promise<string | undefined> => {
  const row = await db.selectFrom('translations').select('id').where('source', '=', source).executeTakeFirst();
  return row?.id;
};

type NewTranslation = Pick<
  TranslationRow,
  | 'id'
  | 'source'
  | 'asked_by'
  | 'asker_json'
  | 'reach_json'
  | 'language'
  | 'order_json'
  | 'thing_json'
  | 'view_json'
  | 'held_until'
>;

/** @returns the id under which it stands, and whether that is a new one */
export const insertTranslation = async (
  db: Db,
  now: number,
  row: NewTranslation,
): Promise<{ readonly id: string; readonly fresh: boolean }> => {
  const inserted = await db
    .insertInto('translations')
    .values({
      ...row,
      ...{ version: 1, state: 'waiting', done: 0, of: 0, charged: 0, parked_json: '{}', shown: 0 },
      ...{ outcome_json: null, answered_json: null, why_json: null, ordered_at: iso(now), created_at: iso(now) },
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst();
  if (rowCount(inserted) === 1) return { id: row.id, fresh: true };
  const standing = db.selectFrom('translations').select('id').where('source', '=', row.source);
  return { id: (await standing.executeTakeFirstOrThrow()).id, fresh: false };
};

type Changes = Partial<
  Pick<
    TranslationRow,
    | 'order_json'
    | 'view_json'
    | 'state'
    | 'done'
    | 'of'
    | 'parked_json'
    | 'outcome_json'
    | 'answered_json'
    | 'ordered_at'
    | 'why_json'
    | 'held_until'
    | 'reach_json'
  >
>;

/** @returns the version that its copies are to show; undefined where there is no such translation any more */
export const changeTranslation = async (db: Db, id: string, changes: Changes): Promise<number | undefined> => {
  const row = await changing(db, id, changes).returning('version').executeTakeFirst();
  return row?.version;
};

/**
 * As long as this very order is being worked on.
 * @returns undefined where it is not: what a run says that has ended, or whose order was changed meanwhile, counts no more
 */
export const changeRunning = async (
  db: Db,
  { id, order_json }: Pick<TranslationRow, 'id' | 'order_json'>,
  changes: Changes,
): Promise<number | undefined> => {
  const row = await changing(db, id, changes)
    .where('state', '=', 'waiting')
    .where('order_json', '=', order_json)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
};

/** Whether this very order is still to be done. */
export const isWanted = async (
  db: Db,
  { id, order_json }: Pick<TranslationRow, 'id' | 'order_json'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('translations')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('order_json', '=', order_json)
    .executeTakeFirst();
  return row !== undefined;
};

export const forgetTranslation = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('translations').where('id', '=', id).execute();
};

const changing = (db: Db, id: string, changes: Changes) =>
  db
    .updateTable('translations')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id);

/** Takes the showing of it. @returns false where a turn or the outbox has it */
export const takeShowing = async (db: Db, id: string): Promise<boolean> => {
  const taken = db.updateTable('translations').set({ shown: 1 }).where('id', '=', id).where('shown', '=', 0);
  return rowCount(await taken.executeTakeFirst()) === 1;
};

/** A turn waits for it once more, or no longer. */
export const holdTranslation = (db: Db, id: string, until: number, again = false): Promise<unknown> =>
  db
    .updateTable('translations')
    .set({ held_until: iso(until), ...(again ? { shown: 0 } : {}) })
    .where('id', '=', id)
    .execute();

const storedMessage = z.object({
  kind: z.enum(['html', 'text']),
  content: z.string(),
  shortened: z.enum(['quote', 'length']).exactOptional(),
  author: z.string().exactOptional(),
  /** How it begins, for the form. */
  excerpt: z.string().exactOptional(),
});
export type KeptMessage = z.infer<typeof storedMessage>;

/** @param id the same for what comes again */
export const keepMessage = async (
  db: Db,
  now: number,
  { id, askedBy, message }: { readonly id: string; readonly askedBy: string; readonly message: KeptMessage },
): Promise<void> => {
  const row = { id, asked_by: askedBy, message_json: JSON.stringify(message), created_at: iso(now) };
  await db
    .insertInto('translation_messages')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
};

/** What this person pointed at; nobody else's. */
export const findMessage = async (db: Db, id: string, askedBy: string): Promise<KeptMessage | undefined> => {
  const row = await db
    .selectFrom('translation_messages')
    .select('message_json')
    .where('id', '=', id)
    .where('asked_by', '=', askedBy)
    .executeTakeFirst();
  return row && storedMessage.parse(JSON.parse(row.message_json));
};

/** Forgets what was asked before. @param before milliseconds since 1970 */
export const pruneTranslations = async (db: Db, before: number): Promise<void> => {
  for (const table of ['translations', 'translation_messages'] as const) {
    await db.deleteFrom(table).where('created_at', '<', iso(before)).execute();
  }
};

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
