import { type Clock, iso, MINUTE, SECOND } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/logger.ts';
import { catchUp, createCatchUpTimes } from '../storage/catch-up.ts';
import type { Database } from '../storage/database.ts';
import { afterCommit } from '../storage/transaction-guard.ts';
import type { FailedListener, JobOutcome, Jobs } from './job.ts';
import { createKinds } from './kinds.ts';
import type { JobEnd, JobRow } from './repository.ts';
import * as repository from './repository.ts';
import { createWorker } from './worker.ts';

export type { FailedJob, FailedListener, JobKind, JobOutcome, JobRun, Jobs, NewJob } from './job.ts';
export { jobsMigrations } from './repository.ts';

export interface JobsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly pollMs?: number;
  readonly concurrency?: number;
  /** From 0 up to 1, for the pauses between tries. */
  readonly random?: () => number;
}

const LEASE_MS = MINUTE;
const LONGEST_PAUSE_MS = 5 * MINUTE;

export const createJobs = (deps: JobsDeps): Jobs => {
  const { database, clock, ids, log, random = Math.random } = deps;
  const kinds = createKinds();
  const listeners: FailedListener[] = [];
  const isTimeToCatchUp = createCatchUpTimes();
  let ending = false;

  const claim = async (limit: number): Promise<JobRow[]> => {
    const now = clock.now();
    if (isTimeToCatchUp(now)) await catchUp(database.db, 'jobs', { now, setAt: 'updated_at', leaseMs: LEASE_MS });
    return repository.claimJobs(database.db, { now, leaseMs: LEASE_MS, limit, owner: ids.opaque() });
  };

  const handle = async (job: JobRow): Promise<void> => {
    const about = log.with({ job: job.id, operation: job.kind, attempt: job.attempts });
    const beat = setInterval(() => {
      repository
        .renewLease(database.db, job, clock.now() + LEASE_MS)
        .catch((error) => about.warn('job lease not renewed', { error }));
    }, LEASE_MS / 3).unref();
    try {
      await settle(job, await attempt(job, about));
    } finally {
      clearInterval(beat);
    }
  };

  const attempt = async (job: JobRow, about: Log): Promise<JobEnd> => {
    try {
      return afterOutcome(await kinds.run(job, clock.now(), () => ending));
    } catch (error) {
      const final = job.attempts >= kinds.maxAttempts(job.kind) || (error instanceof AppError && !error.retryable);
      if (final) about.error('job failed', { error });
      else about.warn('job will be tried again', { error });
      const last_error = nameOf(error);
      return final
        ? { state: 'failed', last_error }
        : { due_at: iso(clock.now() + pause(job.attempts, random())), last_error };
    }
  };

  const settle = async (job: JobRow, end: JobEnd): Promise<void> => {
    const now = clock.now();
    const ended = await database.transaction(async (trx) => {
      const ours = await repository.endRun(trx, job, end, now);
      if (ours && end.state === 'failed') {
        for (const listener of listeners) {
          await listener(trx, repository.toFailed({ ...job, last_error: end.last_error ?? null }, now));
        }
      }
      return ours && end.state !== undefined;
    });
    // A job that goes on at once, or was scheduled anew during its run, does not wait for the next poll.
    if (!ended) worker.wake();
  };

  const worker = createWorker({
    name: 'jobs',
    clock,
    pollMs: deps.pollMs ?? 500,
    concurrency: deps.concurrency ?? 8,
    claim,
    handle,
    log,
  });

  return {
    define: kinds.define,
    schedule: async (db, job) => {
      kinds.check(job.kind, job.payload);
      await repository.putJob(db, job, ids.opaque(), clock.now());
      if (job.dueAt <= clock.now()) afterCommit(worker.wake);
    },
    cancel: (db, key) => repository.cancelJob(db, key, clock.now()),
    start: () => {
      ending = false;
      worker.start();
    },
    stop: () => {
      ending = true;
      return worker.stop();
    },
    prune: (stopping) => repository.pruneDone(database.db, clock.now(), stopping),
    failed: () => repository.failedJobs(database.db),
    onFailed: (listener) => {
      listeners.push(listener);
    },
  };
};

const afterOutcome = (outcome: JobOutcome): JobEnd => {
  if ('end' in outcome) return { state: 'done', last_error: null };
  return {
    due_at: iso(outcome.again),
    attempts: 0,
    last_error: null,
    ...(outcome.payload === undefined ? {} : { payload: JSON.stringify(outcome.payload) }),
  };
};

/** Full jitter: anything from nothing up to one second, two, four … five minutes. */
const pause = (attempt: number, random: number): number =>
  Math.floor(random * Math.min(SECOND * 2 ** (attempt - 1), LONGEST_PAUSE_MS));

/** A message could hold a secret, a code or a class name cannot. */
const nameOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown';
