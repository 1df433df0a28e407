import type { CreateTableBuilder, Selectable } from 'kysely';
import { z } from 'zod';
import { createAnswerStore } from '#engine/answers/card-rows.ts';
import { iso } from '#platform/lib/clock.ts';
import { affectsOne } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { codeForLocale } from './languages/names.ts';

interface TranslationTable {
  id: string;
  /** The key of the request: a repeated request is the same translation. */
  source: string;
  asked_by: string;
  asker_json: string;
  /** The target of its card if no turn shows it. */
  reach_json: string;
  language: string;
  order_json: string;
  /** The card with the texts and where it was read; null for a typed text or a message. */
  thing_json: string | null;
  /** The page and the view that its cards show. */
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
  /** The order of the result; the current order may be different. */
  answered_json: string | null;
  why_json: string | null;
  /** Until then a turn waits to show it itself. */
  held_until: string;
  /** A turn has shown it, or the outbox delivers it. */
  shown: number;
  /** When the current order was given. */
  ordered_at: string;
  created_at: string;
}

/** The message of a message action, until its form is submitted. */
interface MessageTable {
  id: string;
  asked_by: string;
  message_json: string;
  created_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    translations: TranslationTable;
    translation_messages: MessageTable;
  }
}

export type TranslationRow = Selectable<TranslationTable>;

export const translationMigrations: Migrations = {
  'translation-001': async (db) => {
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
    await createIndex(db, 'translations_age', 'translations', ['created_at']);
    await createTable(db, 'translation_messages', {
      key: 'id',
      texts: ['asked_by', 'message_json', 'created_at'],
    }).execute();
  },
  'translation-002-ages': async (db) => {
    await createIndex(db, 'translation_messages_age', 'translation_messages', ['created_at']);
  },
};

export const translationStore = createAnswerStore('translations');

/** The columns of a row whose order begins. @param now milliseconds since 1970 */
export const newOrder = (now: number) =>
  ({ state: 'waiting', done: 0, of: 0, parked_json: '{}', why_json: null, ordered_at: iso(now) }) as const;

/** The columns of a new row besides its order and its conversation. @param now milliseconds since 1970 */
export const newTranslation = (now: number) =>
  ({ ...newOrder(now), charged: 0, shown: 0, outcome_json: null, answered_json: null }) as const;

export const findTranslationBySource = async (db: Db, source: string): Promise<string | undefined> => {
  const row = await db.selectFrom('translations').select('id').where('source', '=', source).executeTakeFirst();
  return row?.id;
};

export const forgetTranslation = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('translations').where('id', '=', id).execute();
};

/** Claims it for showing. @returns false if a turn or the outbox has claimed it */
export const takeShowing = async (db: Db, id: string): Promise<boolean> => {
  const taken = db.updateTable('translations').set({ shown: 1 }).where('id', '=', id).where('shown', '=', 0);
  return affectsOne(taken);
};

/** A turn waits for it. @param until milliseconds since 1970 */
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
  /** Its beginning, for the form. */
  excerpt: z.string().exactOptional(),
});

type StoredMessage = z.infer<typeof storedMessage>;

/** @param id the same for a repeated request */
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

/** This person's message, never another person's. */
export const findMessage = async (db: Db, id: string, askedBy: string): Promise<StoredMessage | undefined> => {
  const row = await db
    .selectFrom('translation_messages')
    .select('message_json')
    .where('id', '=', id)
    .where('asked_by', '=', askedBy)
    .executeTakeFirst();
  return row && storedMessage.parse(JSON.parse(row.message_json));
};

/** Deletes older translations and messages. @param before milliseconds since 1970 */
export const pruneTranslations = async (db: Db, before: number): Promise<void> => {
  await translationStore.prune(db, before);
  await db.deleteFrom('translation_messages').where('created_at', '<', iso(before)).execute();
};

interface ReaderRow {
  object_id: string;
  /** The language that they set; null to use the one of their Teams. */
  language: string | null;
  last_json: string;
  updated_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    translation_readers: ReaderRow;
  }
}

export const readerMigrations: Migrations = {
  'translation-readers-001': async (db) => {
    await createTable(db, 'translation_readers', {
      key: 'object_id',
      texts: ['last_json', 'updated_at'],
      optional: ['language'],
    }).execute();
  },
};

/** A person's language. */
interface Reader {
  /** Set by the person. */
  readonly own?: string;
  /** The last target of their translations. */
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

/** The language that a person reads: the one that they set, otherwise the one of their Teams. */
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

/** @param language null for the one of their Teams */
export const saveLanguage = (db: Db, now: number, objectId: string, language: string | null): Promise<void> =>
  put(db, now, objectId, { language });

export const saveLastUsed = (db: Db, now: number, objectId: string, used: readonly string[]): Promise<void> =>
  put(db, now, objectId, { last_json: JSON.stringify(used) });
