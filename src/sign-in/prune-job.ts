import { z } from 'zod';
import type { JobKind, NewJob } from '../jobs/job.ts';
import { DAY, HOUR, iso } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';

const PRUNE = 'sign-in.prune';

/** Forgets the sign-ins of a day when they are over. It is scheduled with each: where there are none, there is no job. */
export const pruneJob = ({ db }: Pick<Database, 'db'>): JobKind<object> => ({
  name: PRUNE,
  payload: z.object({}),
  maxAttempts: 100,
  async handle(_payload, { now, stopping }) {
    const { pruneSignIns } = await import('./store.ts');
    await pruneSignIns(db, now, stopping);
    return { end: 'done' };
  },
});

export const pruneLater = (now: number): NewJob => ({
  kind: PRUNE,
  key: `${PRUNE} ${iso(now).slice(0, 10)}`,
  dueAt: now + DAY + HOUR,
  payload: {},
});
