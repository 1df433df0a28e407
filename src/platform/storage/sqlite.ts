import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createLru } from '#platform/lib/cache.ts';
import { asStoreError, bindable } from './failure.ts';
import { claimConnection } from './transaction.ts';

interface Prepared {
  readonly statement: StatementSync;
  /** Whether it returns rows. */
  readonly reads: boolean;
}

/** More than there are queries: their texts vary only in the length of lists. */
const MOST_PREPARED = 300;

/** One node:sqlite handle as a Kysely connection. Statements are prepared once and cached by their text. */
class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSync;
  readonly #prepared = createLru<Prepared>(MOST_PREPARED);

  constructor(handle: DatabaseSync) {
    this.#handle = handle;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(bindable);
    try {
      return await whenFree(() => run<R>(this.#prepare(query.sql), parameters));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** False also when SQLite itself has rolled it back, as on a full disk. */
  get isInTransaction(): boolean {
    return this.#handle.isTransaction;
  }

  #prepare(sql: string): Prepared {
    return this.#prepared(sql, () => {
      const statement = this.#handle.prepare(sql);
      return { statement, reads: statement.columns().length > 0 };
    });
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#handle.prepare(query.sql).iterate(...query.parameters.map(bindable))) {
      yield { rows: [{ ...row } as R] };
    }
  }
}

const run = <R>({ statement, reads }: Prepared, parameters: SQLInputValue[]): QueryResult<R> => {
  if (reads) {
    return { rows: statement.all(...parameters).map((row) => ({ ...row }) as R) };
  }
  const result = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(result.changes) };
};

const SQLITE_BUSY = 5;
const BUSY_TRIES = 2_000;

/** SQLite's own wait would block the process, so we wait ourselves: about ten seconds, then SQLite's error, without an effect. */
const whenFree = async <R>(attempt: () => R): Promise<R> => {
  for (let left = BUSY_TRIES; ; left -= 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
      await sleep(1 + Math.random() * 8);
    }
  }
};

/** Another handle has locked the file. Only the low byte counts; the bytes above it are extended codes. */
const isBusy = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;

/** Kysely on node:sqlite, on one handle: WAL, synchronous FULL, and `begin immediate`, since a deferred writer can fail midway. */
class SqliteDriver implements Driver {
  readonly #file: string;
  #handle: DatabaseSync | undefined;
  #connection: SqliteConnection | undefined;
  #queue: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const handle = new DatabaseSync(this.#file, { timeout: 0 });
    this.#handle = handle;
    await whenFree(() => handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on'));
    this.#connection = new SqliteConnection(handle);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    claimConnection();
    const before = this.#queue;
    let release = (): void => {};
    this.#queue = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    if (!this.#connection) throw new Error('the SQLite driver was used before init');
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** Never throws: the caller must get the original error. */
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {
    await this.#queue;
    this.#handle?.close();
  }
}

class GuardedSqliteAdapter extends SqliteAdapter {
  /** Otherwise Kysely opens a second connection for queries beside an open transaction and waits for ever. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** All migrations run in one `begin immediate`: two starting processes take turns, and a crash leaves nothing half done. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** @param file a path, or `:memory:` for a database of this process only. */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new SqliteDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new GuardedSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/** Whether another process has this SQLite file open: SQLite can leave WAL mode only when no other process does. */
export const isSqliteInUse = (file: string): boolean => {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    handle.exec('pragma journal_mode = delete');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    handle.close();
  }
};
