import { z } from 'zod';
import type { JobKind } from '../../jobs/jobs.ts';
import { DAY } from '../../lib/clock.ts';
import type { Db } from '../../storage/database.ts';
import type { Services } from '../feature.ts';
import { dayOf, pruneUsage } from './meter/usage-store.ts';
import { keptFor } from './policy.ts';
import { pruneTranslations } from './store.ts';
import { pruneResponses } from './translator/cache.ts';

const PRUNE = 'translation.prune';
/** A year and its month, so that months can be compared. */
const USAGE_KEPT = 400 * DAY;

/** Forgets what is older than the policy keeps it, and comes again as long as there is something to forget. */
export const keepWithin = async (
  db: Db,
  { jobs, policy, clock }: Pick<Services, 'jobs' | 'policy' | 'clock'>,
): Promise<void> => {
  const keep = keptFor(policy.current());
  await forget(db, clock.now(), keep);
  await jobs.schedule(db, { kind: PRUNE, key: PRUNE, dueAt: clock.now() + keep, payload: {} });
};

const forget = async (db: Db, now: number, keep: number): Promise<void> => {
  await pruneTranslations(db, now - keep);
  await pruneResponses(db, now - keep);
  await pruneUsage(db, dayOf(now - USAGE_KEPT));
};

export const pruneJob = ({ database, policy }: Services): JobKind<unknown> => ({
  name: PRUNE,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now }) {
    await forget(database.db, now, keptFor(policy.current()));
    return (await holdsAny(database.db)) ? { again: now + DAY } : { end: 'done' };
  },
});

const TABLES = ['translations', 'translation_messages', 'translation_answers', 'translation_usage'] as const;

/** What is not old enough yet: an answer may be kept hours after the order that it is for. */
const holdsAny = async (db: Db): Promise<boolean> => {
  for (const table of TABLES) {
    if (
      await db
        .selectFrom(table)
        .select((eb) => eb.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return true;
  }
  return false;
};
