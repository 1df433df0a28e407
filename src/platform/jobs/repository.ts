import { type Selectable, sql } from 'kysely';
import { DAY, iso } from '#platform/lib/clock.ts';
import { inBatches } from '#platform/storage/batches.ts';
import { claimDue, rowCount } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { FailedJob, NewJob } from './job.ts';

export interface JobsTable {
  /** New with each scheduling. */
  id: string;
  kind: string;
  key: string;
  payload: string;
  state: 'ready' | 'done' | 'failed';
  due_at: string;
  attempts: number;
  lease_until: string | null;
  lease_owner: string | null;
  last_error: string | null;
  created_at: string;
  updated_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    jobs: JobsTable;
  }
}

export type JobRow = Selectable<JobsTable>;

const KEEP_DONE_MS = 7 * DAY;

export const jobsMigrations: Migrations = {
  'jobs-001': async (db) => {
    await createTable(db, 'jobs', {
      key: 'id',
      texts: ['kind', 'key', 'payload', 'state', 'due_at', 'created_at', 'updated_at'],
      numbers: ['attempts'],
      optional: ['lease_until', 'lease_owner', 'last_error'],
      unique: ['key'],
    }).execute();
    await createIndex(db, 'jobs_due', 'jobs', ['state', 'due_at']);
  },
  'jobs-002-updated': async (db) => {
    await createIndex(db, 'jobs_updated', 'jobs', ['state', 'updated_at']);
    await sql`create index jobs_leased on jobs (lease_until) where lease_until is not null`.execute(db);
  },
};

/** A lease on the key's old job stays, so that the new one starts after that one has ended. */
export const putJob = async (db: Db, job: NewJob, id: string, now: number): Promise<void> => {
  const fresh = {
    id,
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    state: 'ready' as const,
    due_at: iso(job.dueAt),
    attempts: 0,
    last_error: null,
    created_at: iso(now),
    updated_at: iso(now),
  };
  await db
    .insertInto('jobs')
    .values({ ...fresh, key: job.key })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(fresh))
    .execute();
};

/** Ready becomes done; a failed job stays, so that a person sees it. */
export const cancelJob = async (db: Db, key: string, now: number): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ state: 'done', updated_at: iso(now) })
    .where('key', '=', key)
    .where('state', '=', 'ready')
    .execute();
};

export const claimJobs = (
  db: Db,
  options: { readonly now: number; readonly leaseMs: number; readonly limit: number; readonly owner: string },
): Promise<JobRow[]> => claimDue(db, 'jobs', { ...options, count: 'attempts' });

/** Extends the lease, only for its holder. */
export const renewLease = async (db: Db, job: JobRow, until: number): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ lease_until: iso(until) })
    .where(leasedBy(job))
    .execute();
};

export type JobEnd = Partial<Pick<JobRow, 'state' | 'due_at' | 'payload' | 'attempts' | 'last_error'>>;

/** Records the end of a run and releases the lease. @returns false when the outcome does not count: scheduled anew, cancelled, or leased away */
export const endRun = async (db: Db, job: JobRow, end: JobEnd, now: number): Promise<boolean> => {
  const result = await db
    .updateTable('jobs')
    .set({ ...end, lease_until: null, lease_owner: null, updated_at: iso(now) })
    .where(leasedBy(job))
    .where('id', '=', job.id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (rowCount(result) > 0) return true;
  await db.updateTable('jobs').set({ lease_until: null, lease_owner: null }).where(leasedBy(job)).execute();
  return false;
};

/** By key, not by id: a new job with the same key waits for the lease of the old one. */
const leasedBy = (job: JobRow) => sql<boolean>`key = ${job.key} and lease_owner = ${job.lease_owner}`;

export const failedJobs = async (db: Db): Promise<FailedJob[]> => {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => toFailed(row, Date.parse(row.updated_at)));
};

export const toFailed = (job: JobRow, failedAt: number): FailedJob => ({
  id: job.id,
  kind: job.kind,
  key: job.key,
  attempts: job.attempts,
  error: job.last_error ?? 'unknown',
  failedAt: iso(failedAt),
});

/** @param stopping see `inBatches` */
export const pruneDone = (db: Db, now: number, stopping?: () => boolean): Promise<void> => {
  const old = db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'done')
    .where('updated_at', '<=', iso(now - KEEP_DONE_MS));
  const remove = (limit: number) => db.deleteFrom('jobs').where('id', 'in', old.limit(limit)).executeTakeFirst();
  return inBatches(async (limit) => rowCount(await remove(limit)), stopping);
};
