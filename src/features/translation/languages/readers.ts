import { z } from 'zod';
import { iso } from '../../../lib/clock.ts';
import type { Db, Migrations } from '../../../storage/database.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services, Setting, SettingsOf } from '../../feature.ts';
import { mayTranslate } from '../policy.ts';
import { codeForLocale, languageName } from './names.ts';

interface ReaderRow {
  object_id: string;
  /** What they said that they read; null where their Teams says it. */
  language: string | null;
  last_json: string;
  updated_at: string;
}

declare module '../../../storage/tables.ts' {
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
export interface Reader {
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

/** The language that the person reads, where they may translate. */
export const translationSettings = async (
  { database, policy }: Services,
  { objectId }: SettingsOf,
  words: Words,
): Promise<readonly Setting[]> => {
  if (!mayTranslate(policy.current(), objectId)) return [];
  const language = languageName(languageOf(await readerOf(database.db, objectId), words.locale), words.spoken);
  return [
    {
      title: words.markdown('translation.settings.title'),
      state: words.markdown('translation.settings.state', { language }),
      says: { title: words.plain('translation.settings.glossary'), text: 'glossary' },
    },
  ];
};
