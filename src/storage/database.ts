import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createHealth, type Health } from './health.ts';
import { migrate } from './migrate.ts';
import { MOST_TRANSACTIONS, migrationPatience, type Patience, postgresDialect, turnPatience } from './postgres.ts';
import { createSlots } from './slots.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { createWriteGroup, insideTransaction, refuseBesideOpen, retryDeadlocks, type Write } from './transaction.ts';

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
