import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, DAY, iso, SECOND } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import { removeOlder } from '#platform/storage/batches.ts';
import { SKEW_MS } from '#platform/storage/claim.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { AFTERWARDS_MS, withStoreBudget } from '#platform/storage/transaction.ts';

interface ActivityAnswerTable {
  key: string;
  claimed_until: string;
  answer_json: string | null;
  seen_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    seen_activities: ActivityAnswerTable;
  }
}

export const idempotencyMigrations: Migrations = {
  'seen-001': async (db) => {
    await createTable(db, 'seen_activities', {
      key: 'key',
      texts: ['claimed_until', 'seen_at'],
      optional: ['answer_json'],
    }).execute();
    await createIndex(db, 'seen_activities_age', 'seen_activities', ['seen_at']);
  },
};

const httpAnswer = z.object({ status: z.number(), body: z.unknown().optional() });
/** The HTTP response to Teams. */
export type HttpAnswer = z.infer<typeof httpAnswer>;

interface IdempotencyStore {
  /** Runs `work` once for each key; a repeated key gets the stored answer, or waits for the one in progress. */
  once(key: string, work: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
  /** Deletes answers older than a day. */
  prune(stopping?: () => boolean): Promise<void>;
}

/** Longer than Teams waits for an answer; a process that died holds a key no longer than this. */
export const CLAIM_MS = 20 * SECOND;
const RETRY_MS = 50;

/**
 * Claims and answers are noted (`Database.note`): after a loss of power an activity that Teams repeats may run once more, as after
 * a crash between its work and its answer. What it changes is unique by the activity.
 */
export const createIdempotencyStore = (database: Database, clock: Clock, log: Log): IdempotencyStore => {
  const { db } = database;

  /** @returns when our lease on the key ends; undefined while another process or turn has it */
  const claim = async (key: string): Promise<string | undefined> => {
    const now = clock.now();
    const [seenAt, until, tooLate] = [iso(now), iso(now + CLAIM_MS), iso(now + CLAIM_MS + SKEW_MS)];
    const taken = await database.note((at) => claimKey(at, key, until, seenAt, tooLate));
    return taken.numAffectedRows === 1n ? until : undefined;
  };

  const find = async (key: string): Promise<HttpAnswer | undefined> => {
    const row = await db.selectFrom('seen_activities').select('answer_json').where('key', '=', key).executeTakeFirst();
    return row?.answer_json == null ? undefined : httpAnswer.parse(JSON.parse(row.answer_json));
  };

  const save = async (key: string, answer: HttpAnswer): Promise<void> => {
    const now = clock.now();
    const [json, at] = [JSON.stringify(answer), iso(now)];
    await database.note((db) => saveAnswer(db, key, json, at));
  };

  /** Failed work has no answer to store: a repeat of the activity is tried at once. */
  const release = async (key: string, until: string, error: unknown): Promise<never> => {
    const claimed = db.deleteFrom('seen_activities').where('key', '=', key).where('claimed_until', '=', until);
    await withStoreBudget(AFTERWARDS_MS, () => claimed.where('answer_json', 'is', null).execute()).catch((cause) =>
      log.warn('claim not released', { error: cause }),
    );
    throw error;
  };

  return {
    async once(key, work) {
      for (;;) {
        const until = await claim(key);
        if (until !== undefined) {
          const answer = await work().catch((error) => release(key, until, error));
          // The work is done, so its answer is sent even if it cannot be stored.
          await withStoreBudget(AFTERWARDS_MS, () => save(key, answer)).catch((error) =>
            log.warn('answer not stored', { error }),
          );
          return answer;
        }
        const answer = await find(key);
        if (answer) return answer;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    },
    prune: (stopping) =>
      removeOlder(db, 'seen_activities', { key: 'key', time: 'seen_at' }, clock.now() - DAY, stopping),
  };
};

const claimKey = prepared((db, key: string, until: string, seenAt: string, tooLate: string) =>
  sql`insert into "seen_activities" ("key", "claimed_until", "seen_at") values (${key}, ${until}, ${seenAt})
    on conflict ("key") do update set "claimed_until" = ${until}, "seen_at" = ${seenAt}
    where "seen_activities"."answer_json" is null
      and ("seen_activities"."claimed_until" <= ${seenAt} or "seen_activities"."claimed_until" > ${tooLate})`.compile(
    db,
  ),
);

const saveAnswer = prepared((db, key: string, json: string, at: string) =>
  sql`insert into "seen_activities" ("key", "answer_json", "claimed_until", "seen_at") values (${key}, ${json}, ${at}, ${at})
    on conflict ("key") do update set "answer_json" = ${json}, "claimed_until" = ${at}, "seen_at" = ${at}`.compile(db),
);
