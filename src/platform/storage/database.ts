import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createHealth, type Health, healthMigrations, StoreError } from './failure.ts';
import { MOST_TRANSACTIONS, migrationPatience, type Patience, postgresDialect, turnPatience } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import {
  createWriteGroup,
  insideTransaction,
  refuseBesideOpen,
  retryDeadlocks,
  spend,
  type Write,
} from './transaction.ts';

/** Every table of the bot's database; each owner adds its own by `declare module '#platform/storage/database.ts'`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the owners of the tables.
export interface Tables {}

/** The argument of repository functions: the database itself or an open transaction. */
export type Db<T = Tables> = Kysely<T>;
export type Trx<T = Tables> = Transaction<T>;

/** Schema migrations by name, as `<owner>-<number>`; a released name never changes. */
export type Migrations = Readonly<Record<string, (...args: Parameters<Migration['up']>) => Promise<unknown>>>;

export interface Database<T = Tables> {
  readonly kind: 'sqlite' | 'postgres';
  readonly db: Db<T>;
  /** Runs a transaction, again after a conflict. Never await the network inside. @throws StoreError when the store is busy, full or unreachable */
  transaction<R>(work: (trx: Trx<T>) => Promise<R>): Promise<R>;
  /** For a single statement that every turn runs; on SQLite, concurrent ones share a commit. */
  readonly write: Write<T>;
  /** The same for what a loss of power may undo, though no crash of the process: SQLite does not wait for the disk. */
  readonly note: Write<T>;
  readonly health: Health;
  close(): Promise<void>;
}

/** Opens `sqlite:<file>`, `sqlite::memory:` or `postgres://…` and migrates it. @throws Error that says why not, never with its address */
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

/** Opens an existing store: nothing is created or migrated. @throws Error when the SQLite file is missing */
export const openExistingDatabase = <T = Tables>(url: string): Database<T> => {
  if (!isPostgres(url) && !existsSync(sqliteFile(url))) throw new Error(`there is no database ${sqliteFile(url)}`);
  return connect<T>(url, turnPatience);
};

const WAIT_FOR_DISK = CompiledQuery.raw('pragma synchronous = full');
const WAIT_FOR_NO_DISK = CompiledQuery.raw('pragma synchronous = normal');

const connect = <T>(url: string, patience: Patience): Database<T> => {
  const postgres = isPostgres(url);
  const db = new Kysely<T>({ dialect: postgres ? postgresDialect(url, patience) : sqliteDialect(sqliteFile(url)) });
  /** The disk has it before the next commit that waits for the disk. */
  const withoutWaiting = (work: (connection: Db<T>) => Promise<void>): Promise<void> =>
    insideTransaction(() =>
      db.connection().execute(async (connection) => {
        await connection.executeQuery(WAIT_FOR_NO_DISK);
        try {
          await work(connection);
        } finally {
          await connection.executeQuery(WAIT_FOR_DISK);
        }
      }),
    );
  const grouped = (): Pick<Database<T>, 'write' | 'note'> => ({
    write: createWriteGroup<T>(transaction, (work) => work(db)),
    note: createWriteGroup<T>(
      (work) => withoutWaiting((connection) => connection.transaction().execute(work)),
      withoutWaiting,
    ),
  });
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
    health: createHealth(db),
    // PostgreSQL groups commits itself, and writers that lock rows in different orders would deadlock there.
    ...(postgres ? { write: (work) => work(db), note: (work) => work(db) } : grouped()),
    close: () => db.destroy(),
  };
};

/** The SQLite file of the address that `openDatabase` would create, as long as there is none; undefined for PostgreSQL. */
export const missingFile = (url: string): string | undefined => {
  if (isPostgres(url)) return undefined;
  const file = sqliteFile(url);
  return existsSync(file) && statSync(file).size > 0 ? undefined : file;
};

const isPostgres = (url: string): boolean => url.startsWith('postgres');

/** The file of an address of SQLite. */
export const sqliteFile = (url: string): string => url.replace(/^sqlite:(\/\/(?=\/))?/, '');

/** It contains people's requests and reasons. SQLite gives the files beside it (-wal, -shm) the same permissions. */
const createForOwner = (file: string): void => {
  if (file === ':memory:') return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
};

/** Runs work in one of a number of slots; work waits for a slot in order. */
type Slots = <R>(work: () => Promise<R>) => Promise<R>;

/** @param waitMs how long work may wait for a slot; then StoreError `busy`: the work has not begun */
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
        reject(
          new StoreError('busy', new Error(`no free connection for a transaction within ${Math.round(limitMs)} ms`)),
        );
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

/** Migrates the schema, if needed. @throws Error with the failed migration or why it cannot be opened; never with its address */
const migrate = async <T>(db: Kysely<T>, own: Migrations): Promise<void> => {
  const { error, results } = await migratorOf(db, own).migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (!error) return;
  throw failure(error, failed?.migrationName);
};

const migratorOf = <T>(db: Kysely<T>, own: Migrations): Migrator => {
  const migrations = Object.entries({ ...healthMigrations, ...own }).map(([name, run]): [string, Migration] => [
    name,
    { up: async (store) => void (await run(store)) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  return new Migrator({ db, provider, allowUnorderedMigrations: true });
};

interface SchemaState {
  /** Names of migrations that this database still needs. */
  readonly pending: readonly string[];
  /** Names of migrations that it has, and this version does not know. */
  readonly unknown: readonly string[];
}

/** How a database's schema compares with these migrations. @throws Error why it cannot be opened; never with its address */
export const schemaState = async <T>(db: Kysely<T>, own: Migrations): Promise<SchemaState> => {
  try {
    const all = await migratorOf(db, own).getMigrations();
    const pending = all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
    if (pending.length === all.length) return { pending, unknown: [] };
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    const known = new Set(all.map(({ name }) => name));
    return { pending, unknown: rows.map(({ name }) => name).filter((name) => !known.has(name)) };
  } catch (error) {
    throw failure(error, undefined);
  }
};

/** By SQLSTATE: the role may not do this. */
const NO_RIGHT = '42501';

const failure = (cause: unknown, migration: string | undefined): Error => {
  const { code, message } = rawOf(cause);
  if (code === NO_RIGHT) {
    return new Error(
      "the database needs a migration, and this role has no right to run it: run npm run -s database -- migrate with the address of the tables' owner",
      { cause },
    );
  }
  if (migration !== undefined) return new Error(`migration ${migration} failed`, { cause });
  // The code alone if there is one: messages of the PostgreSQL driver may contain the address.
  const why = code === '' || code === 'ERR_SQLITE_ERROR' ? message : code;
  return new Error(`the database cannot be opened (${why})`, { cause });
};

const rawOf = (thrown: unknown): { readonly code: string; readonly message: string } => {
  const error = thrown instanceof StoreError ? thrown.cause : thrown;
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return { code, message };
};
