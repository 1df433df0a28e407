import type { CreateTableBuilder, Selectable } from 'kysely';
import type { Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { affectsOne } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import type { Asker, Glossary } from '../translation.ts';
import type { TranslateDeps } from '../translator/context.ts';

/** All kinds of spaces and all kinds of apostrophes are equal; each stays one code unit, so that positions stay valid. */
export const comparable = (text: string): string => text.replace(/\s/g, ' ').replace(/[’ʼ]/g, "'");

/** The scope of a glossary: all channels of a team, or one channel or chat. */
export interface GlossaryKey {
  readonly scope: 'channel' | 'team';
  /** Id of the team, or of the conversation without `;messageid=`. */
  readonly holder: string;
}

interface TermTable {
  id: string;
  scope: GlossaryKey['scope'];
  holder: string;
  phrase: string;
  /** The phrase for comparison; equal ones are the same term. */
  phrase_key: string;
  /** Code of the phrase's language; empty for any. */
  source: string;
  /** Code of the translation's language; empty for every one. */
  target: string;
  translation: string;
  by_name: string;
  created_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    translation_terms: TermTable;
  }
}

export type TermRow = Selectable<TermTable>;

export const termMigrations: Migrations = {
  'translation-terms-001': async (db) => {
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
};

/** The term as written. */
export interface NewTerm {
  readonly phrase: string;
  readonly translation: string;
  readonly source: string;
  readonly target: string;
}

/** A phrase of the glossary, for one source language or for all of them. */
export interface Term {
  readonly phrase: string;
  readonly translation: string;
}

/** All terms of these glossaries, by phrase. */
export const termsIn = async (db: Db, spots: readonly GlossaryKey[]): Promise<readonly TermRow[]> => {
  if (spots.length === 0) return [];
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

/** The number of terms in a glossary. */
export const countTerms = async (db: Db, { scope, holder }: GlossaryKey): Promise<number> => {
  const { count } = await db
    .selectFrom('translation_terms')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('scope', '=', scope)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Adds terms; an existing one gets the new translation. */
export const putTerms = async (
  db: Db,
  { scope, holder }: GlossaryKey,
  terms: readonly NewTerm[],
  by: { readonly name: string; readonly now: number; id(): string },
): Promise<void> => {
  const created_at = iso(by.now);
  for (const { phrase, translation, source, target } of terms) {
    const set = { phrase, translation, by_name: by.name, created_at };
    await db
      .insertInto('translation_terms')
      .values({ id: by.id(), scope, holder, phrase_key: comparable(phrase), source, target, ...set })
      .onConflict((conflict) =>
        conflict.columns(['scope', 'holder', 'phrase_key', 'source', 'target']).doUpdateSet(set),
      )
      .execute();
  }
};

/** @returns false if it does not exist any more */
export const dropTerm = (db: Db, id: string): Promise<boolean> =>
  affectsOne(db.deleteFrom('translation_terms').where('id', '=', id));

/** The most terms of a glossary: each translation reads all of them. */
const MOST_TERMS = 5_000;

/**
 * Adds terms to a glossary; existing ones get the new translation.
 * @param by name of the author
 * @returns the number of new ones
 * @throws AppError if the glossary would get too long; nothing is added then
 */
export const addTerms = (
  { database, clock, ids }: Pick<Services, 'database' | 'clock' | 'ids'>,
  spot: GlossaryKey,
  terms: readonly NewTerm[],
  by: string,
): Promise<number> =>
  database.transaction(async (trx) => {
    requireRoom(terms.length);
    const before = await countTerms(trx, spot);
    await putTerms(trx, spot, terms, { name: by, now: clock.now(), id: () => ids.opaque() });
    const count = await countTerms(trx, spot);
    requireRoom(count);
    return count - before;
  });

const requireRoom = (count: number): void => {
  if (count <= MOST_TERMS) return;
  const values = { most: MOST_TERMS, count };
  throw new AppError({ code: 'Glossary.Full', text: 'translation.glossary.problem.full', values });
};

/** The glossaries for a conversation, its own first. */
export const glossariesOf = ({
  conversationId,
  teamId,
}: Pick<Asker, 'conversationId' | 'teamId'>): readonly GlossaryKey[] => [
  { scope: 'channel', holder: baseId(conversationId) },
  ...(teamId === undefined ? [] : [{ scope: 'team' as const, holder: teamId }]),
];

/** The glossaries that an order uses. */
const glossariesFor = (asker: Asker, glossary: Glossary | undefined): readonly GlossaryKey[] =>
  glossary === 'none' ? [] : glossariesOf(asker).slice(0, glossary === 'channel' ? 1 : undefined);

/** `de` includes `de-AT`. */
const covers = (code: string, language: string): boolean =>
  code === '' || `${language.toLowerCase()}-`.startsWith(`${code.toLowerCase()}-`);

/** Of equal phrases the channel's precedes the team's, and one for this language precedes one for every language. */
const rank = ({ scope, target, source }: TermRow): number =>
  (scope === 'channel' ? 0 : 4) + (target === '' ? 2 : 0) + (source === '' ? 1 : 0);

/** For one order: the glossaries are read once, and each list is always the same object. */
export const createTerms = ({ database }: Pick<Services, 'database'>, glossary?: Glossary): TranslateDeps['terms'] => {
  const read = new Map<string, Promise<readonly TermRow[]>>();
  const lists = new Map<string, Promise<readonly Term[]>>();
  const once = <V>(made: Map<string, Promise<V>>, key: string, make: () => Promise<V>): Promise<V> => {
    const value = made.get(key) ?? make();
    made.set(key, value);
    return value;
  };

  return (asker, from, to) => {
    const spots = glossariesFor(asker, glossary);
    const place = JSON.stringify(spots);
    return once(lists, JSON.stringify([place, from, to]), async () => {
      const rows = await once(read, place, () => termsIn(database.db, spots));
      return rows
        .filter(({ target, source }) => covers(target, to) && (from === undefined || covers(source, from)))
        .sort((a, b) => rank(a) - rank(b))
        .map(({ phrase, translation }) => ({ phrase, translation }));
    });
  };
};
