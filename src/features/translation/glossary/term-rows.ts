import type { CreateTableBuilder, Selectable } from 'kysely';
import { iso } from '../../../lib/clock.ts';
import { rowCount } from '../../../storage/claim.ts';
import type { Db, Migrations } from '../../../storage/database.ts';
import { alike } from './alike.ts';

/** Where a glossary holds: in all channels of a team, or in one channel or chat. */
export interface Spot {
  readonly scope: 'channel' | 'team';
  /** Id of the team, or of the conversation without its `;messageid=`. */
  readonly holder: string;
}

interface TermTable {
  id: string;
  scope: Spot['scope'];
  holder: string;
  phrase: string;
  /** The phrase as it is compared; what is equal here is one term. */
  phrase_key: string;
  /** Code of the language that the phrase is of; empty: of any. */
  source: string;
  /** Code of the language that it is translated into; empty: every one. */
  target: string;
  translation: string;
  by_name: string;
  created_at: string;
}

declare module '../../../storage/tables.ts' {
  interface Tables {
    translation_terms: TermTable;
  }
}

export type TermRow = Selectable<TermTable>;

export const termMigrations: Migrations = {
  'translation-terms-001': {
    async up(db) {
      const texts = [
        'scope',
        'holder',
        'phrase',
        'phrase_key',
        'source',
        'target',
        'translation',
        'by_name',
        'created_at',
      ];
      let table: CreateTableBuilder<string, string> = db.schema.createTable('translation_terms');
      table = table.addColumn('id', 'text', (c) => c.primaryKey());
      for (const name of texts) table = table.addColumn(name, 'text', (c) => c.notNull());
      await table
        .addUniqueConstraint('translation_terms_one', ['scope', 'holder', 'phrase_key', 'source', 'target'])
        .execute();
    },
  },
};

/** What somebody wrote. */
export interface WrittenTerm {
  readonly phrase: string;
  readonly translation: string;
  readonly source: string;
  readonly target: string;
}

/** All terms of these glossaries, by phrase. */
export const termsIn = async (db: Db, spots: readonly Spot[]): Promise<readonly TermRow[]> => {
  const rows = await db
    .selectFrom('translation_terms')
    .selectAll()
    .where((eb) =>
      eb.or(spots.map(({ scope, holder }) => eb.and([eb('scope', '=', scope), eb('holder', '=', holder)]))),
    )
    .execute();
  return rows.sort((a, b) => compare(a.phrase_key, b.phrase_key) || compare(a.target, b.target) || compare(a.id, b.id));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** How many terms a glossary has. */
export const countTerms = async (db: Db, { scope, holder }: Spot): Promise<number> => {
  const { count } = await db
    .selectFrom('translation_terms')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('scope', '=', scope)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Puts terms in; one that is there already gets the new translation. */
export const putTerms = async (
  db: Db,
  { scope, holder }: Spot,
  terms: readonly WrittenTerm[],
  by: { readonly name: string; readonly now: number; id(): string },
): Promise<void> => {
  const created_at = iso(by.now);
  for (const { phrase, translation, source, target } of terms) {
    const set = { phrase, translation, by_name: by.name, created_at };
    await db
      .insertInto('translation_terms')
      .values({ id: by.id(), scope, holder, phrase_key: alike(phrase), source, target, ...set })
      .onConflict((conflict) =>
        conflict.columns(['scope', 'holder', 'phrase_key', 'source', 'target']).doUpdateSet(set),
      )
      .execute();
  }
};

/** @returns false where it was gone */
export const dropTerm = async (db: Db, id: string): Promise<boolean> =>
  rowCount(await db.deleteFrom('translation_terms').where('id', '=', id).executeTakeFirst()) === 1;
