import { createHash } from 'node:crypto';
import { z } from 'zod';
import { iso } from '../../../lib/clock.ts';
import type { Db, Migrations } from '../../../storage/database.ts';
import type { Services } from '../../feature.ts';
import { keptFor } from '../policy.ts';
import type { Answers, AskedText, KnownText } from './context.ts';

interface AnswerTable {
  /** Stands for all that the answer depends on, the text included, which is kept nowhere. */
  id: string;
  answer_json: string;
  kept_at: string;
}

declare module '../../../storage/tables.ts' {
  interface Tables {
    translation_answers: AnswerTable;
  }
}

export const answersMigrations: Migrations = {
  'translation-answers-001': {
    async up(db) {
      await db.schema
        .createTable('translation_answers')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('answer_json', 'text', (c) => c.notNull())
        .addColumn('kept_at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('translation_answers_age').on('translation_answers').column('kept_at').execute();
    },
  },
};

const stored: z.ZodType<KnownText> = z.object({
  text: z.string(),
  transliteration: z.string().exactOptional(),
  detected: z.object({ language: z.string(), score: z.number() }).exactOptional(),
  words: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])).exactOptional(),
  sourceSentences: z.array(z.int()).exactOptional(),
  targetSentences: z.array(z.int()).exactOptional(),
  custom: z.boolean(),
});

/** Names of fields in one order, whoever wrote the question. */
const idOf = (asked: AskedText): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

/** SQLite takes so many values in one statement, and more. */
const AT_ONCE = 500;

/** What the vendor answered, for exact repeats in one conversation, by whomever, as long as the policy keeps it. */
export const createAnswers = ({
  database,
  clock,
  policy,
}: Pick<Services, 'database' | 'clock' | 'policy'>): Answers => {
  const keptSince = (): string => iso(clock.now() - keptFor(policy.current()));
  return {
    async find(asked) {
      const ids = asked.map(idOf);
      const known = new Map<string, KnownText>();
      for (const some of inChunks([...new Set(ids)])) {
        const rows = await database.db
          .selectFrom('translation_answers')
          .select(['id', 'answer_json'])
          .where('id', 'in', some)
          .where('kept_at', '>=', keptSince())
          .execute();
        for (const { id, answer_json } of rows) known.set(id, stored.parse(JSON.parse(answer_json)));
      }
      return ids.map((id) => known.get(id));
    },

    async keep(answered) {
      const kept_at = iso(clock.now());
      const rows = new Map(answered.map(([asked, answer]) => [idOf(asked), JSON.stringify(answer)]));
      // In one order, or two that keep the same would wait for each other.
      for (const some of inChunks([...rows].sort(([a], [b]) => (a < b ? -1 : 1)))) {
        await database.db
          .insertInto('translation_answers')
          .values(some.map(([id, answer_json]) => ({ id, answer_json, kept_at })))
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((eb) => ({ answer_json: eb.ref('excluded.answer_json'), kept_at })),
          )
          .execute();
      }
    },
  };
};

const inChunks = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
};

/** @param before milliseconds since 1970 */
export const pruneAnswers = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('translation_answers').where('kept_at', '<', iso(before)).execute();
};
