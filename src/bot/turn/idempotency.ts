import { z } from 'zod';
import { type Clock, DAY, iso, SECOND } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { inBatches } from '../../storage/batches.ts';
import { AFTERWARDS_MS, withStoreBudget } from '../../storage/budget.ts';
import { SKEW_MS } from '../../storage/catch-up.ts';
import { rowCount } from '../../storage/claim.ts';
import type { Database, Migrations } from '../../storage/database.ts';

interface SeenTable {
  key: string;
  claimed_until: string;
  answer_json: string | null;
  seen_at: string;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    seen_activities: SeenTable;
  }
}

export const idempotencyMigrations: Migrations = {
  'seen-001': {
    async up(db) {
      await db.schema
        .createTable('seen_activities')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('claimed_until', 'text', (c) => c.notNull())
        .addColumn('answer_json', 'text')
        .addColumn('seen_at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('seen_activities_age').on('seen_activities').column('seen_at').execute();
    },
  },
};

const httpAnswer = z.object({ status: z.number(), body: z.unknown().optional() });
/** What goes back to Teams. */
export type HttpAnswer = z.infer<typeof httpAnswer>;

export interface IdempotencyStore {
  /** Runs `work` for a key once; the same key again gets the kept answer, or waits for the one that is being made. */
  once(key: string, work: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
  find(key: string): Promise<HttpAnswer | undefined>;
  keep(key: string, answer: HttpAnswer): Promise<void>;
  /** Forgets what is older than a day. */
  prune(stopping?: () => boolean): Promise<void>;
}

/** Longer than Teams waits for an answer; a process that died in the middle holds a key no longer than this. */
const CLAIM_MS = 20 * SECOND;
const LOOK_AGAIN_MS = 50;

export const createIdempotencyStore = (database: Database, clock: Clock, log: Log): IdempotencyStore => {
  const { db } = database;

  /** @returns until when the key is ours, or undefined when it is somebody else's */
  const claim = async (key: string): Promise<string | undefined> => {
    const now = clock.now();
    const row = { claimed_until: iso(now + CLAIM_MS), seen_at: iso(now) };
    const taken = await database.write((at) =>
      at
        .insertInto('seen_activities')
        .values({ key, answer_json: null, ...row })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(row)
            .where('seen_activities.answer_json', 'is', null)
            .where((eb) =>
              eb.or([
                eb('seen_activities.claimed_until', '<=', iso(now)),
                eb('seen_activities.claimed_until', '>', iso(now + CLAIM_MS + SKEW_MS)),
              ]),
            ),
        )
        .executeTakeFirst(),
    );
    return rowCount(taken) === 1 ? row.claimed_until : undefined;
  };

  const find: IdempotencyStore['find'] = async (key) => {
    const row = await db.selectFrom('seen_activities').select('answer_json').where('key', '=', key).executeTakeFirst();
    return row?.answer_json == null ? undefined : httpAnswer.parse(JSON.parse(row.answer_json));
  };

  const keep: IdempotencyStore['keep'] = async (key, answer) => {
    const now = clock.now();
    const row = { answer_json: JSON.stringify(answer), claimed_until: iso(now), seen_at: iso(now) };
    await database.write((at) =>
      at
        .insertInto('seen_activities')
        .values({ key, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute(),
    );
  };

  /** What failed has no answer to keep: when it comes again it is tried again, at once. */
  const release = async (key: string, until: string, error: unknown): Promise<never> => {
    const claimed = db.deleteFrom('seen_activities').where('key', '=', key).where('claimed_until', '=', until);
    await withStoreBudget(AFTERWARDS_MS, () => claimed.where('answer_json', 'is', null).execute()).catch((cause) =>
      log.warn('claim not given back', { error: cause }),
    );
    throw error;
  };

  return {
    find,
    keep,
    async once(key, work) {
      for (;;) {
        const until = await claim(key);
        if (until !== undefined) {
          const answer = await work().catch((error) => release(key, until, error));
          // What was done is told, also where it cannot be kept: come again, it settles by what is stored of it.
          await withStoreBudget(AFTERWARDS_MS, () => keep(key, answer)).catch((error) =>
            log.warn('answer not kept', { error }),
          );
          return answer;
        }
        const kept = await find(key);
        if (kept) return kept;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    },
    prune: (stopping) => {
      const old = db
        .selectFrom('seen_activities')
        .select('key')
        .where('seen_at', '<', iso(clock.now() - DAY));
      const remove = (limit: number) =>
        db.deleteFrom('seen_activities').where('key', 'in', old.limit(limit)).executeTakeFirst();
      return inBatches(async (limit) => rowCount(await remove(limit)), stopping);
    },
  };
};
