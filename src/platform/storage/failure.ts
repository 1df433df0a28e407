import { sql } from 'kysely';
import { SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Database, Db, Migrations } from './database.ts';

/** Why the store does not work now: it is locked or overloaded, its disk is full, or it does not answer. */
type StoreTrouble = 'busy' | 'full' | 'away';

const causes = {
  busy: { code: 'Store.Busy', text: 'storage.error.busy' },
  full: { code: 'Store.Full', text: 'storage.error.full' },
  away: { code: 'Store.Away', text: 'storage.error.away' },
} as const;

/** A temporary failure of the store: the same may succeed later. */
export class StoreError extends AppError {
  override readonly name = 'StoreError';
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, cause: unknown) {
    super({ ...causes[trouble], retryable: true, cause });
    this.trouble = trouble;
  }
}

/** By SQLSTATE prefix, the longest first: PostgreSQL 15 documentation, appendix A. */
const STATES: readonly (readonly [string, StoreTrouble])[] = [
  ['53100', 'full'],
  ['40001', 'busy'], // serialization failure
  ['40P01', 'busy'], // deadlock
  ['55P03', 'busy'], // lock_timeout
  ['57014', 'busy'], // statement_timeout
  ['25P03', 'busy'], // idle_in_transaction_session_timeout
  ['53', 'busy'], // too many connections, out of memory
  ['57P', 'away'], // shut down, or not started yet
  ['58', 'away'], // the server's own disk
  ['08', 'away'],
];

/** By the low byte of SQLite's result code (sqlite.org/rescode.html); the bytes above it are extended codes. */
const RESULTS: Readonly<Record<number, StoreTrouble>> = {
  5: 'busy',
  6: 'busy',
  8: 'away',
  10: 'away',
  13: 'full',
  14: 'away',
};

/** The low byte of SQLite's result code in an error or its causes; 0 when there is none. */
export const sqliteCode = (error: unknown): number => {
  if (typeof error !== 'object' || error === null) return 0;
  const { errcode } = error as Raw;
  if (typeof errcode === 'number') return errcode & 0xff;
  return error instanceof Error ? sqliteCode(error.cause) : 0;
};

interface Raw {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

/** Errors of the driver that have only a message. */
const LATE = /^timeout exceeded when trying to connect$/;
const LOST = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

const troubleIn = (error: unknown): StoreTrouble | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errcode, syscall, message } = error as Raw;
  if (typeof errcode === 'number') return RESULTS[errcode & 0xff];
  if (typeof syscall === 'string') return 'away';
  if (LATE.test(String(message))) return 'busy';
  if (LOST.test(String(message))) return 'away';
  return STATES.find(([state]) => String(code).startsWith(state))?.[1];
};

/** A driver's error as an error for people; a programming error stays as it is. */
export const asStoreError = (error: unknown): unknown => {
  const trouble = error instanceof AppError ? undefined : troubleIn(error);
  return trouble ? new StoreError(trouble, error) : error;
};

/** The server rolled back the whole transaction: a deadlock, a conflict, or too long a pause. */
const UNDONE: ReadonlySet<unknown> = new Set(['40P01', '40001', '25P03']);

/** Whether the transaction was certainly rolled back, and may succeed at once. */
export const isUndone = (error: unknown): boolean =>
  error instanceof StoreError && UNDONE.has((error.cause as Raw | undefined)?.code);

/** A value as both engines bind it; an object is refused, as node:sqlite takes it for named parameters and pg for JSON. @throws TypeError */
export const bindable = (value: unknown): string | number | bigint | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new TypeError(`storage cannot bind a ${typeof value}; columns hold text and numbers only`);
};

/** One row that nobody reads: only a write notices a full disk. */
export const healthMigrations: Migrations = {
  'storage-001-health': async (db) => {
    await db.schema
      .createTable('store_health')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('beats', 'integer', (c) => c.notNull())
      .execute();
    await db.insertInto('store_health').values({ id: 1, beats: 0 }).execute();
  },
};

/** Why the store cannot be used now, by a small write; undefined when it can. Never throws. */
export type Health = () => Promise<StoreTrouble | undefined>;

/** The result is cached: a load balancer asks every few seconds, and many requests must not wear out the disk. */
const COUNTS_MS = SECOND;
const PATIENCE_MS = 3 * SECOND;

export const createHealth = <T>(db: Db<T>): Health => {
  let last: { readonly at: number; readonly trouble: Promise<StoreTrouble | undefined> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > COUNTS_MS) last = { at: now, trouble: inPatience(probe(db)) };
    return last.trouble;
  };
};

const beat = sql`update store_health set beats = beats + 1 where id = 1`;

const probe = async <T>(db: Db<T>): Promise<StoreTrouble | undefined> => {
  try {
    await beat.execute(db);
    return undefined;
  } catch (error) {
    return error instanceof StoreError ? error.trouble : 'away';
  }
};

class TakenBack extends Error {}

/** The same small write, taken back at once: nothing stays. @throws StoreError, or the driver's error */
export const tryWriting = async <T>(database: Pick<Database<T>, 'transaction'>): Promise<void> => {
  const work = database.transaction(async (trx) => {
    await beat.execute(trx);
    throw new TakenBack();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
};

const inPatience = (looking: Promise<StoreTrouble | undefined>): Promise<StoreTrouble | undefined> => {
  const late = Promise.withResolvers<StoreTrouble>();
  const timer = setTimeout(() => late.resolve('busy'), PATIENCE_MS);
  return Promise.race([looking, late.promise]).finally(() => clearTimeout(timer));
};
