import type { CreateTableBuilder, Selectable } from 'kysely';
import { z } from 'zod';
import { createAnswerStore } from '../../answers/card-rows.ts';
import { iso } from '../../lib/clock.ts';
import { rowCount } from '../../storage/claim.ts';
import type { Db, Migrations } from '../../storage/database.ts';
import { codeForLocale } from './languages/names.ts';

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
interface MessageTable {
  id: string;
  asked_by: string;
  message_json: string;
  created_at: string;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    translations: TranslationTable;
    translation_messages: MessageTable;
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

export const translationStore = createAnswerStore('translations');

/** The columns of a row whose order begins. @param now milliseconds since 1970 */
export const newOrder = (now: number) =>
  ({ state: 'waiting', done: 0, of: 0, parked_json: '{}', why_json: null, ordered_at: iso(now) }) as const;

/** The columns of a new row besides its order and where it was asked. @param now milliseconds since 1970 */
export const newTranslation = (now: number) =>
  ({ ...newOrder(now), charged: 0, shown: 0, outcome_json: null, answered_json: null }) as const;

export const findTranslationBySource = async (db: Db, source: string): Promise<string | undefined> => {
  const row = await db.selectFrom('translations').select('id').where('source', '=', source).executeTakeFirst();
  return row?.id;
};

export const forgetTranslation = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('translations').where('id', '=', id).execute();
};

/** Takes the showing of it. @returns false where a turn or the outbox has it */
export const takeShowing = async (db: Db, id: string): Promise<boolean> => {
  const taken = db.updateTable('translations').set({ shown: 1 }).where('id', '=', id).where('shown', '=', 0);
  return rowCount(await taken.executeTakeFirst()) === 1;
};

/** A turn waits for it until then. @param until milliseconds since 1970 */
export const holdTranslation = (db: Db, id: string, until: number): Promise<unknown> =>
  db
    .updateTable('translations')
    .set({ held_until: iso(until) })
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

type StoredMessage = z.infer<typeof storedMessage>;

/** @param id the same for what comes again */
export const saveMessage = async (
  db: Db,
  now: number,
  { id, askedBy, message }: { readonly id: string; readonly askedBy: string; readonly message: StoredMessage },
): Promise<void> => {
  const row = { id, asked_by: askedBy, message_json: JSON.stringify(message), created_at: iso(now) };
  await db
    .insertInto('translation_messages')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
};

/** What this person pointed at; nobody else's. */
export const findMessage = async (db: Db, id: string, askedBy: string): Promise<StoredMessage | undefined> => {
  const row = await db
    .selectFrom('translation_messages')
    .select('message_json')
    .where('id', '=', id)
    .where('asked_by', '=', askedBy)
    .executeTakeFirst();
  return row && storedMessage.parse(JSON.parse(row.message_json));
};

/** Deletes translations and messages from before. @param before milliseconds since 1970 */
export const pruneTranslations = async (db: Db, before: number): Promise<void> => {
  await translationStore.prune(db, before);
  await db.deleteFrom('translation_messages').where('created_at', '<', iso(before)).execute();
};

interface ReaderRow {
  object_id: string;
  /** What they said that they read; null where their Teams says it. */
  language: string | null;
  last_json: string;
  updated_at: string;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    translation_readers: ReaderRow;
  }
}

export const readerMigrations: Migrations = {
  'translation-readers-001': {
    async up(db) {
      await db.schema
        .createTable('translation_readers')
        .addColumn('object_id', 'text', (c) => c.primaryKey())
        .addColumn('language', 'text')
        .addColumn('last_json', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
};

/** What somebody reads. */
interface Reader {
  /** Said by themselves. */
  readonly own?: string;
  /** What they translated into last. */
  readonly last: readonly string[];
}

const codes = z.array(z.string());

export const readerOf = async (db: Db, objectId: string): Promise<Reader> => {
  const row = await db
    .selectFrom('translation_readers')
    .selectAll()
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  if (!row) return { last: [] };
  return { last: codes.parse(JSON.parse(row.last_json)), ...(row.language === null ? {} : { own: row.language }) };
};

/** The language that somebody reads: their own word for it, else that of their Teams. */
export const languageOf = ({ own }: Reader, locale: string): string => own ?? codeForLocale(locale) ?? 'en';

const put = async (
  db: Db,
  now: number,
  objectId: string,
  columns: Partial<Pick<ReaderRow, 'language' | 'last_json'>>,
) => {
  const updated_at = iso(now);
  await db
    .insertInto('translation_readers')
    .values({ object_id: objectId, language: null, last_json: '[]', ...columns, updated_at })
    .onConflict((conflict) => conflict.column('object_id').doUpdateSet({ ...columns, updated_at }))
    .execute();
};

/** @param language null: what their Teams says */
export const saveLanguage = (db: Db, now: number, objectId: string, language: string | null): Promise<void> =>
  put(db, now, objectId, { language });

export const saveLastUsed = (db: Db, now: number, objectId: string, used: readonly string[]): Promise<void> =>
  put(db, now, objectId, { last_json: JSON.stringify(used) });
