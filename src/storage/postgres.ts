import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { MINUTE, SECOND } from '../lib/clock.ts';
import { asStoreError, bindable } from './failure.ts';
import { claimConnection, spend, within } from './transaction.ts';

const INT8 = 20;

/** How long one thing may wait for another, in milliseconds. */
export interface Patience {
  /** A query for a connection. */
  readonly connectMs: number;
  /** A transaction for one of the connections that transactions may hold. */
  readonly placeMs: number;
  /** A statement for a lock. */
  readonly lockMs: number;
  /** The server for the next statement of a transaction, before it undoes the transaction of a process that stands still. */
  readonly idleMs: number;
  /** A statement for its end. */
  readonly statementMs: number;
  /** We for the server's answer, which is the limit above unless nobody answers. */
  readonly answerMs: number;
}

/**
 * Teams gives a press 5 s. Whoever stands still with a lock loses it before those who wait for it give up, and those before
 * a statement ends; so one process that stands still costs the others one wait.
 */
export const turnPatience: Patience = {
  connectMs: 4 * SECOND,
  placeMs: 3 * SECOND,
  lockMs: 3.5 * SECOND,
  idleMs: 3 * SECOND,
  statementMs: 4 * SECOND,
  answerMs: 4.5 * SECOND,
};

/** For migrations: an index over millions of rows takes its time, and another process may be making it. */
export const migrationPatience: Patience = {
  connectMs: MINUTE,
  placeMs: MINUTE,
  lockMs: 10 * MINUTE,
  idleMs: 10 * MINUTE,
  statementMs: 10 * MINUTE,
  answerMs: 11 * MINUTE,
};

const CONNECTIONS = 10;
/** Transactions may not take the last connections: a read never waits behind those who wait for a lock. */
export const MOST_TRANSACTIONS = 7;

/**
 * A connection on which a question stayed without an answer asks nothing more and goes back to nobody: the server may still
 * carry the question out, and what came after it, a late `begin`, would be undone with it.
 */
const careful = (client: pg.PoolClient, answerMs: number): PostgresPoolClient => {
  let lost: unknown;
  const lose = (error: unknown): void => {
    lost ??= error;
  };
  client.on('error', lose);

  const loseUnlessTold = (error: unknown): never => {
    if (!(error instanceof pg.DatabaseError)) lose(error);
    throw error;
  };

  const query = async (sql: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> => {
    if (lost) throw asStoreError(lost);
    try {
      return await spend(answerMs, (limitMs) =>
        within(limitMs, client.query(sql, [...parameters])).catch(loseUnlessTold),
      );
    } catch (error) {
      // That the server ended the session, and why, may have come before the question.
      throw asStoreError(lost ?? error);
    }
  };

  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      client.off('error', lose);
      client.release(destroy === true || lost !== undefined);
    },
  };
};

class GuardedPostgresDriver extends PostgresDriver {
  override async acquireConnection(): ReturnType<PostgresDriver['acquireConnection']> {
    claimConnection();
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** A failed rollback marks the connection; why the work failed is for others to know. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0]).catch(() => {});
  }
}

class StrictPostgresQueryCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(bindable(parameter));
  }
}

/** @param url postgres://… ; bigint and count() come back as numbers, as SQLite gives them. */
export const postgresDialect = (url: string, patience: Patience): Dialect => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    ...{ connectionString: url, max: CONNECTIONS, types },
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10 * SECOND },
    connectionTimeoutMillis: patience.connectMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: patience.idleMs,
    statement_timeout: patience.statementMs,
  });
  // Without a listener the loss of a connection in use would end the process; its query fails and tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {}); // An idle connection that the server closed is replaced by the pool at its next use.
  const connect = async (limitMs: number): Promise<PostgresPoolClient> => {
    const coming = pool.connect();
    try {
      return careful(await within(limitMs, coming), patience.answerMs);
    } catch (error) {
      // It may come when nobody waits for it any more.
      coming.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  };
  const connections = {
    connect: () => spend(patience.connectMs, connect),
    end: () => pool.end(),
    options: pool.options,
  };
  return {
    createDriver: () => new GuardedPostgresDriver({ pool: connections }),
    createQueryCompiler: () => new StrictPostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
};
