import {
  type InsertQueryBuilder,
  type InsertResult,
  PostgresAdapter,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import type { Db } from './database.ts';

/** The columns that let several processes share the rows of a table; moments are ISO text. */
interface Claimable {
  id: string;
  /** Only `ready` rows can be claimed. */
  state: string;
  due_at: string;
  lease_until: string | null;
  lease_owner: string | null;
}

/** The names of the tables of `T` whose rows can be claimed. */
type ClaimableTable<T> = { [Name in keyof T]: Selectable<T[Name]> extends Claimable ? Name : never }[keyof T] & string;

export interface ClaimOptions<Row> {
  /** Milliseconds since 1970; rows due later stay. */
  readonly now: number;
  /** How long no other process may claim the rows. */
  readonly leaseMs: number;
  readonly limit: number;
  /** A fencing token, new for each claim, so that a holder whose lease has expired can no longer write. */
  readonly owner: string;
  /** A number column that comes before the due time in the order, with all its values in order. */
  readonly first?: { readonly column: keyof Row & string; readonly values: readonly number[] };
  /** A number column that rises by one with each claim, so that tries that ended in a crash count too. */
  readonly count?: keyof Row & string;
}

/**
 * Leases due rows, oldest first, in one statement: no row goes to two callers during its lease.
 * Later writes to a claimed row must be `where lease_owner = owner` and check the affected count (`rowCount`).
 */
export const claimDue = async <T, Name extends ClaimableTable<T>>(
  db: Db<T>,
  table: Name,
  options: ClaimOptions<Selectable<T[Name]>>,
): Promise<Selectable<T[Name]>[]> => {
  const { first, count } = options;
  const now = iso(options.now);
  const skipLocked = isPostgres(db) ? sql`for update skip locked` : sql``;
  const column = first && sql.ref(first.column);
  const some = (value?: number) => sql`select id, due_at ${column ? sql`, ${column}` : sql``} from ${sql.table(table)}
      where state = 'ready' ${column ? sql`and ${column} = ${sql.lit(value)}` : sql``} and due_at <= ${now}
        and (lease_until is null or lease_until <= ${now})
      order by due_at, id limit ${options.limit} ${skipLocked}`;
  // One part for each value: each reads its own range of the index, without rows that are due later.
  const parts = first?.values.map((value) => sql`select * from (${some(value)}) as ${sql.ref(`part_${value}`)}`);
  const every = parts
    ? sql`select id from (${sql.join(parts, sql` union all `)}) as parts order by ${column}, due_at, id limit ${options.limit}`
    : sql`select id from (${some()}) as parts`;
  // Materialized: PostgreSQL may run a plain subquery more than once and then lock more than `limit` rows.
  const { rows } = await sql<Selectable<T[Name]>>`
    with due as materialized (${every})
    update ${sql.table(table)}
    set lease_until = ${iso(options.now + options.leaseMs)}, lease_owner = ${options.owner}
      ${count ? sql`, ${sql.ref(count)} = ${sql.ref(count)} + 1` : sql``}
    where id in (select id from due)
    returning *`.execute(db);
  return rows.sort(inOrder(first?.column));
};

/** For differences in SQL between the two engines. */
export const isPostgres = <T>(db: Db<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Locks the rows of a multi-row UPDATE in the order of their ids, or two of them deadlock on PostgreSQL. */
export const lockInOrder = <T, Name extends keyof T, Row>(
  db: Db<T>,
  rows: SelectQueryBuilder<T, Name, Row>,
): SelectQueryBuilder<T, Name, Row> => {
  const ordered = rows.orderBy(sql`id`);
  return isPostgres(db) ? ordered.forUpdate() : ordered;
};

/** An exclusive lock until the transaction ends; SQLite has one writer anyway. @param lock its number, which nothing else uses */
export const lockExclusive = async (db: Db, lock: number): Promise<void> => {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
};

/** The same lock, shared: an exclusive holder waits for all of them. On SQLite every transaction is alone. */
export const lockShared = async (db: Db, lock: number): Promise<void> => {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db);
};

/** `returning` guarantees no order. */
const inOrder =
  <Row>(first: (keyof Row & string) | undefined) =>
  (a: Row, b: Row): number => {
    const left = a as Row & Claimable;
    const right = b as Row & Claimable;
    const byFirst = first ? Number(left[first]) - Number(right[first]) : 0;
    return byFirst || compare(left.due_at, right.due_at) || compare(left.id, right.id);
  };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Inserts rows, except those that break a unique key. @returns whether it inserted any */
export const insertNew = async <T, Name extends keyof T>(
  insert: InsertQueryBuilder<T, Name, InsertResult>,
): Promise<boolean> => rowCount(await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()) > 0;

/** The number of rows that an insert, update or delete affected, the same on both engines. */
export const rowCount = (result: {
  readonly numInsertedOrUpdatedRows?: bigint | undefined;
  readonly numUpdatedRows?: bigint;
  readonly numDeletedRows?: bigint;
}): number => Number(result.numInsertedOrUpdatedRows ?? result.numUpdatedRows ?? result.numDeletedRows ?? 0n);

/** Whether it affects exactly one row, as what only one of several callers may do. */
export const affectsOne = async (query: {
  executeTakeFirst(): Promise<Parameters<typeof rowCount>[0]>;
}): Promise<boolean> => rowCount(await query.executeTakeFirst()) === 1;

/** The most that the clocks of processes differ: a larger difference comes from a wrong clock. */
export const SKEW_MS = MINUTE;
/** The longest of our own pauses and retries; a later due time is a date of the job itself. */
const LONGEST_PAUSE_MS = 15 * MINUTE;
const MOST = 1_000;

interface Due extends Pick<Claimable, 'id' | 'due_at'> {
  /** When the due time was set. */
  readonly set_at: string;
}

interface CatchUpOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The column that says when `due_at` was set. */
  readonly setAt: string;
  /** The longest lease. */
  readonly leaseMs: number;
}

/** Corrects times of a clock that was too far ahead: a pause ends now, and a lease lasts as if taken now. */
export const catchUp = async <T, Name extends ClaimableTable<T>>(
  db: Db<T>,
  table: Name,
  { now, setAt, leaseMs }: CatchUpOptions,
): Promise<void> => {
  await sql`update ${sql.table(table)} set lease_until = ${iso(now + leaseMs)}
    where lease_until > ${iso(now + leaseMs + SKEW_MS)}`.execute(db);
  const { rows } = await sql<Due>`
    select id, due_at, ${sql.ref(setAt)} as set_at from ${sql.table(table)}
    where state = 'ready' and ${sql.ref(setAt)} > ${iso(now + SKEW_MS)} and due_at > ${iso(now)}
    order by due_at limit ${MOST}`.execute(db);
  const late = rows.filter(({ due_at, set_at }) => Date.parse(due_at) - Date.parse(set_at) <= LONGEST_PAUSE_MS);
  for (const { id, due_at } of late) {
    await sql`update ${sql.table(table)} set due_at = ${iso(now)}, ${sql.ref(setAt)} = ${iso(now)}
      where id = ${id} and due_at = ${due_at}`.execute(db);
  }
};

const EVERY_MS = MINUTE;

/** When to catch up: at the start, after the clock was set back, and once a minute. @returns says whether it is due now */
export const createCatchUpTimes = (): ((now: number) => boolean) => {
  let next = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return (now) => {
    const isTime = now < last || now >= next;
    last = now;
    if (isTime) next = now + EVERY_MS;
    return isTime;
  };
};
