import type { z } from 'zod';
import type { Http } from '#platform/http/http.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Database, Db, Trx } from '#platform/storage/database.ts';

/** How a run ended; `again` is milliseconds since 1970, with a new payload if one is given. */
export type JobOutcome = { readonly end: 'done' } | { readonly again: number; readonly payload?: unknown };

export interface JobRun {
  /** New with each scheduling, the same for all its tries. */
  readonly id: string;
  /** 1 for the first try since the last success; a try that ended in a crash counts. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the process is about to end: a long run then stops with a throw, and the next process starts it anew. */
  stopping(): boolean;
}

/** One kind of durable timer. A throw means a retry, until `maxAttempts`; an AppError that is not retryable ends it. It must be idempotent. */
export interface JobKind<P> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly maxAttempts: number;
  handle(payload: P, run: JobRun): Promise<JobOutcome>;
}

export interface NewJob {
  readonly kind: string;
  /** One job for each key: scheduling the key again replaces kind, due time and payload, and makes it ready again. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** Stored as JSON. */
  readonly payload: unknown;
}

export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly attempts: number;
  /** The code of the AppError, otherwise the name of the error: no text that could contain a secret. */
  readonly error: string;
  /** ISO 8601. */
  readonly failedAt: string;
}

/** Runs in the transaction that marks the job as failed, so that the report is as durable as the mark. */
export type FailedListener = (trx: Trx, job: FailedJob) => Promise<void>;

/** Durable timers. A scheduled job is never lost, runs in one process at a time, and its failure is reported. */
export interface Jobs {
  define<P>(kind: JobKind<P>): void;
  /** Writes in the caller's transaction; a handler may schedule its own key. @throws Error for an undefined kind or a wrong payload */
  schedule(db: Db, job: NewJob): Promise<void>;
  /** A running job is not stopped, but does not run again. */
  cancel(db: Db, key: string): Promise<void>;
  start(): void;
  /** Claims nothing more and waits for running jobs. */
  stop(): Promise<void>;
  /** Deletes jobs that ended a week ago, in small batches, until `stopping`. */
  prune(stopping?: () => boolean): Promise<void>;
  /** Jobs that need a person, oldest first. */
  failed(): Promise<FailedJob[]>;
  onFailed(listener: FailedListener): void;
}

/** What most parts of the product stand on; a part names what it takes of it. */
export interface Base {
  readonly http: Http;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}
