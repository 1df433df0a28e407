import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
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
import { claimConnection } from './transaction-guard.ts';

/** One handle of node:sqlite as a Kysely connection. Objects are refused: node:sqlite takes them for named parameters. */
class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSync;

  constructor(handle: DatabaseSync) {
    this.#handle = handle;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#handle.prepare(query.sql);
    const parameters = query.parameters.map(toBindable);
    if (statement.columns().length > 0) {
      return { rows: statement.all(...parameters).map((row) => ({ ...row }) as R) };
    }
    const result = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(result.changes) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#handle.prepare(query.sql).iterate(...query.parameters.map(toBindable))) {
      yield { rows: [{ ...row } as R] };
    }
  }
}

const toBindable = (value: unknown): SQLInputValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new TypeError(`SQLite cannot bind a ${typeof value}; columns hold text and numbers only`);
};

/**
 * Kysely on node:sqlite: WAL, synchronous FULL, and `begin immediate`, because a deferred transaction that turns into a
 * writer fails when another process wrote in between. One handle, so queries wait while a transaction is open.
 */
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
    this.#handle = new DatabaseSync(this.#file);
    this.#handle.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 10000; pragma foreign_keys = on',
    );
    this.#connection = new SqliteConnection(this.#handle);
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

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {
    await this.#queue;
    this.#handle?.close();
  }
}

/** Without this answer Kysely takes a second connection for queries beside an open transaction and waits for ever. */
class GuardedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
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
