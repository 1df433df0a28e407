import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StoreError } from './failure.ts';
import { createHealth, type Health, healthMigrations } from './health.ts';
import { MOST_TRANSACTIONS, migrationPatience, type Patience, postgresDialect, turnPatience } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import {
  createWriteGroup,
  insideTransaction,
  refuseBesideOpen,
  retryDeadlocks,
  spend,
  type Write,
} from './transaction.ts';

/** What a repository function takes: the database itself or an open transaction. */
export type Db<T = Tables> = Kysely<T>;
export type Trx<T = Tables> = Transaction<T>;

/** Steps of the schema by name, as `<owner>-<number>`; a name once released is never changed. */
export type Migrations = Readonly<Record<string, Migration>>;

export interface Database<T = Tables> {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Db<T>;
  /**
   * All or nothing. Never await the network inside: on SQLite every other query waits. `work` runs again where the server
   * undid it for a deadlock or another conflict.
   * @throws StoreError where the store is busy, full or away
   */
  transaction<R>(work: (trx: Trx<T>) => Promise<R>): Promise<R>;
  /** For one statement that stands for itself and comes with every turn; on SQLite those of one moment share a commit. */
  readonly write: Write<T>;
  readonly health: Health;
  close(): Promise<void>;
}

/**
 * Opens the store and brings its schema up to date.
 * @param url `sqlite:<file>`, `sqlite::memory:` or `postgres://…`
 * @throws Error that names the migration which failed, or says why there is no database; never a part of the address
 */
export const openDatabase = async <T = Tables>(
  url: string,
  migrations: Migrations,
  patience: Patience = turnPatience,
): Promise<Database<T>> => {
  if (isPostgres(url)) {
    const maker = new Kysely<T>({ dialect: postgresDialect(url, migrationPatience) });
    await migrate(maker, migrations).finally(() => maker.destroy());
    return connect<T>(url, patience);
  }
  createForOwner(sqliteFile(url));
  const database = connect<T>(url, patience);
  await migrate(database.db, migrations);
  return database;
};

/**
 * Opens a store as it stands, for those who only look: nothing is created or brought up to date.
 * @throws Error where the SQLite file is missing
 */
export const openExistingDatabase = <T = Tables>(url: string): Database<T> => {
  if (!isPostgres(url) && !existsSync(sqliteFile(url))) throw new Error(`there is no database ${sqliteFile(url)}`);
  return connect<T>(url, turnPatience);
};

const connect = <T>(url: string, patience: Patience): Database<T> => {
  const postgres = isPostgres(url);
  const db = new Kysely<T>({ dialect: postgres ? postgresDialect(url, patience) : sqliteDialect(sqliteFile(url)) });
  const inPlace = postgres ? createSlots(MOST_TRANSACTIONS, patience.placeMs) : undefined;
  const transaction: Database<T>['transaction'] = async (work) => {
    refuseBesideOpen();
    const run = () => retryDeadlocks(() => insideTransaction(() => db.transaction().execute(work)));
    return inPlace ? inPlace(run) : run();
  };
  return {
    kind: postgres ? 'postgres' : 'sqlite',
    db,
    transaction,
    // PostgreSQL groups commits itself, and rows that several writers lock in any order would be a deadlock there.
    health: createHealth(db),
    write: postgres ? (work) => work(db) : createWriteGroup<T>(transaction),
    close: () => db.destroy(),
  };
};

const isPostgres = (url: string): boolean => url.startsWith('postgres');

const sqliteFile = (url: string): string => url.replace(/^sqlite:(\/\/(?=\/))?/, '');

/** Requests and reasons of people stand in it. SQLite gives the files beside it (-wal, -shm) the rights of this one. */
const createForOwner = (file: string): void => {
  if (file === ':memory:') return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
};

/** Runs work in one of so many places; what waits for one goes in order. */
type Slots = <R>(work: () => Promise<R>) => Promise<R>;

/**
 * @param waitMs how long work may wait for a place
 * @returns a runner that throws StoreError `busy` where no place came free by then: the work has not begun
 */
const createSlots = (count: number, waitMs: number): Slots => {
  const waiting = new Set<() => void>();
  let free = count;

  const enter = (limitMs: number): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(new StoreError('busy', new Error(`no place for a transaction within ${Math.round(limitMs)} ms`)));
      }, limitMs);
      const go = (): void => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);
    });
  };

  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };

  return async (work) => {
    await spend(waitMs, enter);
    try {
      return await work();
    } finally {
      leave();
    }
  };
};

/**
 * Brings the schema up to date. A role without rights over tables can do so when nothing is to be done.
 * @throws Error that names the migration which failed, or says why there is no database; never a part of the address
 */
const migrate = async <T>(db: Kysely<T>, own: Migrations): Promise<void> => {
  const migrations = { ...healthMigrations, ...own };
  const provider = { getMigrations: async () => migrations };
  const { error, results } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (!error) return;
  throw failure(error, failed?.migrationName);
};

/** By SQLSTATE: the role may not do this. */
const NO_RIGHT = '42501';

const failure = (cause: unknown, migration: string | undefined): Error => {
  const { code, message } = rawOf(cause);
  if (code === NO_RIGHT) {
    return new Error(
      'the database has to be brought up to date, and its role has no right to do that: run npm run -s database -- migrate with the address of the owner of its tables',
      { cause },
    );
  }
  if (migration !== undefined) return new Error(`migration ${migration} failed`, { cause });
  // The code alone where it says enough, for the words of PostgreSQL's driver may repeat its address.
  const why = code === '' || code === 'ERR_SQLITE_ERROR' ? message : code;
  return new Error(`the database cannot be opened (${why})`, { cause });
};

const rawOf = (thrown: unknown): { readonly code: string; readonly message: string } => {
  const error = thrown instanceof StoreError ? thrown.cause : thrown;
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return { code, message };
};
