import { z } from 'zod';
import { createJobs, type JobKind, type Jobs, jobsMigrations } from '#platform/jobs/jobs.ts';
import type { JobsTable } from '#platform/jobs/repository.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import type { OpenStore } from '../../support/database.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

/** The jobs of one process on the store of the test. */
export interface Bench {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly jobs: Jobs;
  /** Takes what is due once and waits until it has ended. */
  round(): Promise<void>;
  row(key: string): Promise<JobsTable | undefined>;
}

export interface BenchOptions {
  /** Shared by all processes of a test. */
  readonly clock?: ManualClock;
  readonly random?: () => number;
}

export const createBench = async (open: OpenStore, options: BenchOptions = {}): Promise<Bench> => {
  const database = await open(jobsMigrations);
  const { clock = createManualClock(), random = () => 0 } = options;
  const jobs = createJobs({ database, clock, ids: randomIds, log: silentLog, pollMs: 60_000, random });
  return {
    database,
    clock,
    jobs,
    round: async () => {
      jobs.start();
      await jobs.stop();
    },
    row: (key) => database.db.selectFrom('jobs').selectAll().where('key', '=', key).executeTakeFirst(),
  };
};

/** A kind named `note` whose payload is a text. */
export const noteKind = (handle: JobKind<string>['handle'], maxAttempts = 3): JobKind<string> => ({
  name: 'note',
  payload: z.string(),
  maxAttempts,
  handle,
});

/** A `note` that ends well and writes down what it was given. */
export const recorder = () => {
  const seen: string[] = [];
  const kind = noteKind(async (payload) => {
    seen.push(payload);
    return { end: 'done' };
  });
  return { seen, kind };
};

export const scheduleNote = ({ jobs, database, clock }: Bench, payload = 'a', dueAt = clock.now()): Promise<void> =>
  jobs.schedule(database.db, { kind: 'note', key: 'key', dueAt, payload });
