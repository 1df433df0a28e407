import { z } from 'zod';
import type { JobKind } from '../../jobs/jobs.ts';
import type { Db } from '../../storage/database.ts';
import type { Services } from '../feature.ts';
import { pruneReports } from './report-rows.ts';
import { keptFor } from './section.ts';

const PRUNE = 'billing.prune';

/** Forgets reports that are older than the policy keeps them, and comes again when the newest one will be. */
export const keepWithin = async (db: Db, { jobs, policy, clock }: Services): Promise<void> => {
  const keep = keptFor(policy.current());
  await pruneReports(db, clock.now() - keep);
  await jobs.schedule(db, { kind: PRUNE, key: PRUNE, dueAt: clock.now() + keep, payload: {} });
};

export const pruneJob = ({ database, policy }: Services): JobKind<unknown> => ({
  name: PRUNE,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now }) {
    await pruneReports(database.db, now - keptFor(policy.current()));
    return { end: 'done' };
  },
});
