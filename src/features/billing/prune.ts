import { z } from 'zod';
import type { JobKind } from '../../jobs/jobs.ts';
import type { Db } from '../../storage/database.ts';
import type { Services } from '../feature.ts';
import { pruneFiles } from './export/file-rows.ts';
import { keptFor } from './policy.ts';
import { pruneReports } from './report-rows.ts';

const PRUNE = 'billing.prune';

/** Forgets reports that are older than the policy keeps them, and comes again when the newest one will be. */
export const keepWithin = async (db: Db, { jobs, policy, clock }: Services): Promise<void> => {
  const keep = keptFor(policy.current());
  await forget(db, clock.now() - keep);
  await jobs.schedule(db, { kind: PRUNE, key: PRUNE, dueAt: clock.now() + keep, payload: {} });
};

/** Files go with their reports. */
const forget = async (db: Db, before: number): Promise<void> => {
  await pruneReports(db, before);
  await pruneFiles(db, before);
};

export const pruneJob = ({ database, policy }: Services): JobKind<unknown> => ({
  name: PRUNE,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now }) {
    await forget(database.db, now - keptFor(policy.current()));
    return { end: 'done' };
  },
});
