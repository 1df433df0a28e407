import type { z } from 'zod';
import type { Db, Trx } from '../storage/database.ts';

/** How a run ended; `again` is milliseconds since 1970, with a new payload if one is given. */
export type JobOutcome = { readonly end: 'done' } | { readonly again: number; readonly payload?: unknown };

export interface JobRun {
  /** New with each scheduling, the same through all tries of it. */
  readonly id: string;
  /** 1 for the first try since the last one that ended well; a try that ended in a crash counts. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the process is about to end: a long run leaves off, throws, and begins again with the next one. */
  stopping(): boolean;
}

/**
 * One kind of durable timer. A throw means "try again", with growing pauses, until `maxAttempts`; an AppError that is not
 * retryable ends the job as failed at once. A job may run again after a crash: what it does must be idempotent.
 */
export interface JobKind<P> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly maxAttempts: number;
  handle(payload: P, run: JobRun): Promise<JobOutcome>;
}

export interface NewJob {
  readonly kind: string;
  /** One job per key: the same key again replaces kind, due time and payload and makes it ready again. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** Kept as JSON. */
  readonly payload: unknown;
}

export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly attempts: number;
  /** The code of the AppError, else the name of the error: no text that could hold a secret. */
  readonly error: string;
  /** ISO 8601. */
  readonly failedAt: string;
}

/** Runs in the transaction that marks the job as failed, so that telling somebody is as durable as the mark. */
export type FailedListener = (trx: Trx, job: FailedJob) => Promise<void>;

/** Durable timers. A job that is scheduled is not lost, runs in one process at a time and ends where people can see it. */
export interface Jobs {
  define<P>(kind: JobKind<P>): void;
  /**
   * Writes inside the caller's transaction; after its commit the worker claims what is due. A handler may schedule its own
   * key: that wins over the outcome which it returns.
   * @throws Error when the kind is not defined or the payload does not fit it
   */
  schedule(db: Db, job: NewJob): Promise<void>;
  /** A job that runs at this moment is not stopped, but does not come again. */
  cancel(db: Db, key: string): Promise<void>;
  start(): void;
  /** Takes nothing more and waits for what runs. */
  stop(): Promise<void>;
  /** Forgets jobs that ended a week ago, in small parts until there are none or `stopping` says so. */
  prune(stopping?: () => boolean): Promise<void>;
  /** Jobs that need a person, oldest first. */
  failed(): Promise<FailedJob[]>;
  onFailed(listener: FailedListener): void;
}
