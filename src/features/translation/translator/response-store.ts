import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { retentionOf } from '../policy.ts';
import type { Order, Target } from '../translation.ts';
import type { Segment } from './plan.ts';
import type { RequestOptions } from './send.ts';

/** Everything that the response to one text in one language depends on, and the conversation: equal keys, equal responses. */
export interface CacheKey extends Pick<Order, 'profanity' | 'allowFallback' | 'alignment'> {
  /** Without `;messageid=`. The cache is separate for each conversation, so that it reveals nothing from others. */
  readonly conversation: string;
  /** As it is sent, including markup and dictionary entries. */
  readonly text: string;
  readonly textType: 'plain' | 'html';
  readonly to: string;
  readonly toScript?: string;
  readonly from?: string;
  readonly suggestedFrom?: string;
  /** The id of a custom system. */
  readonly category?: string;
}

/** The translator's response for one text in one language, as plain JSON. */
export interface SegmentResponse {
  readonly text: string;
  readonly transliteration?: string;
  /** Only without `from`. */
  readonly detected?: { readonly language: string; readonly score: number };
  /** UTF-16 ranges, both ends inclusive, source and target side by side. */
  readonly words?: readonly (readonly [from: number, to: number, start: number, end: number])[];
  readonly sourceSentences?: readonly number[];
  readonly targetSentences?: readonly number[];
  /** Whether a custom system was used. */
  readonly custom: boolean;
}

/** A cache for exact repeats. It keeps an order's responses for its next run, or they would be charged twice. */
export interface ResponseCache {
  /** In the order of the keys; undefined if not cached. */
  find(keys: readonly CacheKey[]): Promise<readonly (SegmentResponse | undefined)[]>;
  save(responses: readonly (readonly [CacheKey, SegmentResponse])[]): Promise<void>;
}

export const cacheKey = (
  { written, textType, from }: Segment,
  { language, script }: Target,
  { suggestedFrom, category, alignment, profanity, allowFallback }: RequestOptions,
  conversation: string,
): CacheKey => ({
  ...{ conversation, text: written, textType, to: language, profanity, allowFallback },
  // Html has no word alignment: its response is the same with and without.
  alignment: alignment && textType === 'plain',
  ...(script === undefined ? {} : { toScript: script }),
  ...(from === undefined ? {} : { from }),
  ...(suggestedFrom === undefined || from !== undefined ? {} : { suggestedFrom }),
  ...(category === undefined ? {} : { category }),
});

interface ResponseTable {
  /** A hash of the cache key: the text itself is not stored. */
  id: string;
  answer_json: string;
  kept_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    translation_answers: ResponseTable;
  }
}

export const responseMigrations: Migrations = {
  'translation-answers-001': async (db) => {
    await createTable(db, 'translation_answers', { key: 'id', texts: ['answer_json', 'kept_at'] }).execute();
    await createIndex(db, 'translation_answers_age', 'translation_answers', ['kept_at']);
  },
};

const stored: z.ZodType<SegmentResponse> = z.object({
  text: z.string(),
  transliteration: z.string().exactOptional(),
  detected: z.object({ language: z.string(), score: z.number() }).exactOptional(),
  words: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])).exactOptional(),
  sourceSentences: z.array(z.int()).exactOptional(),
  targetSentences: z.array(z.int()).exactOptional(),
  custom: z.boolean(),
});

/** The fields in one order; older rows call word alignment `curious`. */
const idOf = ({ alignment, ...key }: CacheKey): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries({ ...key, curious: alignment }).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

/** Ids in one statement: SQLite takes more. */
const AT_ONCE = 500;

/** The stored responses, for exact repeats in one conversation by anybody. */
export const createResponseCache = ({
  database,
  clock,
  policy,
}: Pick<Services, 'database' | 'clock' | 'policy'>): ResponseCache => ({
  async find(keys) {
    const since = iso(clock.now() - retentionOf(policy.current()));
    const ids = keys.map(idOf);
    const known = new Map<string, SegmentResponse>();
    for (const some of inChunks([...new Set(ids)])) {
      const rows = await database.db
        .selectFrom('translation_answers')
        .select(['id', 'answer_json'])
        .where('id', 'in', some)
        .where('kept_at', '>=', since)
        .execute();
      for (const { id, answer_json } of rows) known.set(id, stored.parse(JSON.parse(answer_json)));
    }
    return ids.map((id) => known.get(id));
  },

  async save(responses) {
    const kept_at = iso(clock.now());
    const rows = new Map(responses.map(([key, response]) => [idOf(key), JSON.stringify(response)]));
    // Always in the same order, or two concurrent writers would deadlock.
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
});

const inChunks = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
};

/** @param before milliseconds since 1970 */
export const pruneResponses = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('translation_answers').where('kept_at', '<', iso(before)).execute();
};
