import { z } from 'zod';
import type { Base, FailedListener, JobKind, JobOutcome, JobRun, Jobs } from '#platform/jobs/jobs.ts';
import { type Clock, DAY, SECOND } from '#platform/lib/clock.ts';
import { AppError, type TextValues } from '#platform/lib/errors.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { asTextKey, type TextKey } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { type AnswerStore, type CardRows, defineCardRows, type EditServices } from './card-rows.ts';

/** Why an answer failed, or is delayed: the key of a text, and its values. */
export interface Reason {
  readonly why: TextKey;
  readonly values: TextValues;
}

export const storedReason = z.object({
  why: z.string().transform(asTextKey),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** The services that an answer needs; a feature's services have them. */
export interface AnswerServices extends EditServices {
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly clock: Clock;
}

/** One kind of answer that takes longer than a turn: its row is created at once, and a job works until the row has ended. */
interface AnswerKind<Row> {
  /** The kind of its cards in the outbox: `billing` in `billing:<id>`. */
  readonly subject: string;
  readonly store: AnswerStore<Row>;
  /** The name of its job, and the field of the job's payload with the row's id. */
  readonly job: { readonly name: string; readonly field: string };
  /** The values of a row while its work goes on. */
  working(row: Row): Partial<Row>;
  /** The columns of a row whose work has failed. */
  failed(row: Row, reason: Reason): Partial<Row>;
  /** The reason that a person gets for an error; by default its text and values. */
  reasonOf?(error: AppError): Reason;
}

interface AnswerWork<Row> {
  /** Works on a row and records the result with `end`; may run again. @throws AppError to end it as failed; any other error is retried */
  work(row: Row, run: JobRun): Promise<JobOutcome>;
  /** Optional work after a row has ended. */
  after?(row: Row): Promise<JobOutcome>;
}

export interface Answers<Row> extends CardRows<Row> {
  /** Starts the job for a row, in the caller's transaction. */
  schedule(db: Db, services: AnswerServices, id: string): Promise<void>;
  /** An edit that counts only while the work on this row goes on. */
  end(services: AnswerServices, row: Row, changes: Parameters<CardRows<Row>['edit']>[2]): Promise<Row | undefined>;
  /** Progress edits: the first one, and each one less than two seconds after another, is skipped. */
  progress(services: AnswerServices, row: Row): (changes: Partial<Row>) => Promise<void>;
  job(services: AnswerServices, work: AnswerWork<Row>): JobKind<unknown>;
  /** Ends the row of a job that failed for good. @param also more writes in the same transaction */
  onFailed(services: AnswerServices, also?: (trx: Trx, row: Row) => Promise<void>): FailedListener;
}

const PROGRESS_EVERY = 2 * SECOND;
const MOST_ATTEMPTS = 8;

export const defineAnswers = <Row extends { readonly id: string; readonly version: number }>(
  kind: AnswerKind<Row>,
): Answers<Row> => {
  const { store, working, failed, reasonOf = ({ textKey: why, values }: AppError) => ({ why, values }) } = kind;
  const { name, field } = kind.job;
  const rows = defineCardRows(kind.subject, store);

  const end: Answers<Row>['end'] = (services, row, changes) =>
    rows.edit(services, row.id, changes, { condition: working(row) });

  const isWorking = (row: Row): boolean =>
    Object.entries(working(row)).every(([column, value]) => row[column as keyof Row] === value);

  return {
    ...rows,
    end,
    schedule: (db, { jobs, clock }, id) =>
      jobs.schedule(db, { kind: name, key: `${name}:${id}`, dueAt: clock.now(), payload: { [field]: id } }),
    progress(services, row) {
      const { clock } = services;
      let last = clock.now();
      return async (changes) => {
        if (clock.now() - last < PROGRESS_EVERY) return;
        last = clock.now();
        await end(services, row, changes);
      };
    },
    job: (services, { work, after }) => ({
      name,
      payload: z.object({ [field]: z.string() }),
      maxAttempts: MOST_ATTEMPTS,
      async handle(payload, run) {
        const id = (payload as Readonly<Record<string, string>>)[field] ?? '';
        const row = await store.find(services.database.db, id);
        if (!row) return { end: 'done' };
        if (!isWorking(row)) return (await after?.(row)) ?? { end: 'done' };
        try {
          return await work(row, run);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await end(services, row, failed(row, reasonOf(error)));
          return after ? { again: services.clock.now() } : { end: 'done' };
        }
      },
    }),
    onFailed:
      ({ outbox }, also) =>
      async (trx, { kind: job, key }) => {
        if (job !== name) return;
        const row = await store.find(trx, key.slice(name.length + 1));
        if (!row) return;
        const changes = failed(row, { why: 'bot.error.fault', values: {} });
        const failedRow = await store.change(trx, row.id, changes, working(row));
        if (failedRow === undefined) return;
        await outbox.touch(trx, rows.subjectOf(row.id), failedRow.version);
        await also?.(trx, failedRow);
      },
  };
};

/** How long a feature stores its answers. */
interface Retention {
  /** The name of the job that deletes them. */
  readonly job: string;
  /** Milliseconds. */
  keptFor(policy: Policy): number;
  /** Deletes expired answers; times in milliseconds, `now` since 1970. */
  forget(db: Db, age: { readonly now: number; readonly keep: number }): Promise<void>;
  /** Whether there is anything left for the job to delete a day later. */
  holdsMore?(db: Db): Promise<boolean>;
}

/** The services that pruning needs; a feature's services have them. */
interface PruneServices extends Pick<Base, 'database' | 'clock'> {
  readonly jobs: Pick<Jobs, 'schedule'>;
  readonly policy: { current(): Policy };
}

interface Pruning {
  /** Deletes expired answers now, and again when the newest expires; called when an answer begins. */
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
