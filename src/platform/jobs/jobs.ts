import { DAY, iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Log } from '#platform/lib/logger.ts';
import { catchUp, createCatchUpTimes } from '#platform/storage/claim.ts';
import { afterCommit } from '#platform/storage/transaction.ts';
import type { Base, FailedListener, JobKind, JobOutcome, Jobs } from './job.ts';
import type { JobEnd, JobRow } from './repository.ts';
import * as repository from './repository.ts';
import { createWorker } from './worker.ts';

export type { Base, FailedJob, FailedListener, JobKind, JobOutcome, JobRun, Jobs, NewJob } from './job.ts';
export { jobsMigrations } from './repository.ts';

interface JobsDeps extends Pick<Base, 'database' | 'clock' | 'ids' | 'log'> {
  readonly pollMs?: number;
  readonly concurrency?: number;
  /** From 0 up to 1, for the pauses between tries. */
  readonly random?: () => number;
}

const LEASE_MS = MINUTE;
const LONGEST_PAUSE_MS = 5 * MINUTE;
/** Of a job that this version cannot read. */
const UNREADABLE: ReadonlySet<string> = new Set(['Jobs.UnknownKind', 'Jobs.BadPayload']);
const UNREADABLE_PAUSE_MS = 10 * SECOND;
const SINCE = / since (\S+)$/;

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
      if (error instanceof AppError && UNREADABLE.has(error.code)) return leaveToAnother(job, error, about);
      const final = job.attempts >= kinds.maxAttempts(job.kind) || (error instanceof AppError && !error.retryable);
      if (final) about.error('job failed', { error });
      else about.warn('job will be retried', { error });
      const last_error = nameOf(error);
      return final
        ? { state: 'failed', last_error }
        : { due_at: iso(clock.now() + pause(job.attempts, random())), last_error };
    }
  };

  /** Another version of Steward, beside this one or after it, may read the job: it goes back as it was, and fails only after a day. */
  const leaveToAnother = (job: JobRow, error: AppError, about: Log): JobEnd => {
    const now = clock.now();
    const since = Date.parse(SINCE.exec(job.last_error ?? '')?.[1] ?? '') || now;
    if (now - since >= DAY) {
      about.error('job failed', { error });
      return { state: 'failed', last_error: error.code };
    }
    about.warn('job left to another version', { error });
    const last_error = `${error.code} since ${iso(since)}`;
    return { due_at: iso(now + UNREADABLE_PAUSE_MS), attempts: job.attempts - 1, last_error };
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
    // A job that continues at once, or was scheduled again during its run, does not wait for the next poll.
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
      await repository.putJob(db, job, ids.ordered(), clock.now());
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

/** Full jitter: from nothing to one second, two, four … five minutes. */
const pause = (attempt: number, random: number): number =>
  Math.floor(random * Math.min(SECOND * 2 ** (attempt - 1), LONGEST_PAUSE_MS));

/** A message could contain a secret, a code or a class name cannot. */
const nameOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown';

/** The kinds of jobs in this process; each keeps its payload type to itself. */
interface Kinds {
  define<P>(kind: JobKind<P>): void;
  /** @throws Error when the kind is unknown or the payload does not match it */
  check(kind: string, payload: unknown): void;
  run(job: JobRow, now: number, stopping: () => boolean): Promise<JobOutcome>;
  maxAttempts(kind: string): number;
}

type KnownKind = Pick<Kinds, 'run'> & { readonly maxAttempts: number; check(payload: unknown): void };

const createKinds = (): Kinds => {
  const kinds = new Map<string, KnownKind>();
  return {
    define: (kind) => {
      if (kinds.has(kind.name)) throw new Error(`job kind ${kind.name} is defined twice`);
      kinds.set(kind.name, known(kind));
    },
    check: (name, payload) => {
      const kind = kinds.get(name);
      if (!kind) throw new Error(`job kind ${name} is not defined`);
      kind.check(payload);
    },
    run: async (job, now, stopping) => {
      const kind = kinds.get(job.kind);
      if (!kind) throw new AppError({ code: 'Jobs.UnknownKind', text: 'jobs.error.unknownKind', retryable: true });
      return kind.run(job, now, stopping);
    },
    maxAttempts: (name) => kinds.get(name)?.maxAttempts ?? 1,
  };
};

const known = <P>(kind: JobKind<P>): KnownKind => ({
  maxAttempts: kind.maxAttempts,
  check: (payload) => {
    kind.payload.parse(payload);
  },
  run: async (job, now, stopping) => {
    // The last try was counted when it began, and never ended: the process crashed with it.
    if (job.attempts > kind.maxAttempts) throw new AppError({ code: 'Jobs.Crashed', text: 'jobs.error.crashed' });
    return kind.handle(readPayload(kind, job), { id: job.id, attempt: job.attempts, now, stopping });
  },
});

const readPayload = <P>(kind: JobKind<P>, job: JobRow): P => {
  const parsed = kind.payload.safeParse(JSON.parse(job.payload));
  if (parsed.success) return parsed.data;
  throw new AppError({ code: 'Jobs.BadPayload', text: 'jobs.error.badPayload' });
};
