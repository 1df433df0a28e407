import { z } from 'zod';
import type { JobKind, Jobs } from '../jobs/jobs.ts';
import { type Clock, DAY } from '../lib/clock.ts';
import type { Policy } from '../policy/policy.ts';
import type { Database, Db } from '../storage/database.ts';

/** How long a feature keeps its answers. */
export interface Retention {
  /** The name of the job that forgets them. */
  readonly job: string;
  /** Milliseconds. */
  keptFor(policy: Policy): number;
  /** Deletes what is older than it is kept; both in milliseconds, `now` since 1970. */
  forget(db: Db, age: { readonly now: number; readonly keep: number }): Promise<void>;
  /** Whether anything is left that the job has to come back for, a day later. */
  holdsMore?(db: Db): Promise<boolean>;
}

/** The services that pruning needs; a feature's services have them. */
export interface PruneServices {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly policy: { current(): Policy };
  readonly clock: Clock;
}

export interface Pruning {
  /** Forgets what is too old now, and once more when the newest will be; called when an answer begins. */
  prune(db: Db, services: Omit<PruneServices, 'database'>): Promise<void>;
  job(services: PruneServices): JobKind<unknown>;
}

export const definePruning = ({ job, keptFor, forget, holdsMore }: Retention): Pruning => ({
  async prune(db, { jobs, policy, clock }) {
    const [now, keep] = [clock.now(), keptFor(policy.current())];
    await forget(db, { now, keep });
    await jobs.schedule(db, { kind: job, key: job, dueAt: now + keep, payload: {} });
  },
  job: ({ database, policy }) => ({
    name: job,
    payload: z.object({}),
    maxAttempts: 100,
    async handle(_payload, { now }) {
      await forget(database.db, { now, keep: keptFor(policy.current()) });
      return (await holdsMore?.(database.db)) ? { again: now + DAY } : { end: 'done' };
    },
  }),
});
