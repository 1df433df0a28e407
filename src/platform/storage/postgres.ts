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
import { MINUTE, SECOND } from '#platform/lib/clock.ts';
import { asStoreError, bindable } from './failure.ts';
import { Placeholder } from './prepared.ts';
import { claimConnection, spend, within } from './transaction.ts';

const INT8 = 20;

/** Time limits of waits, in milliseconds. */
export interface Patience {
  /** Of a query for a connection. */
  readonly connectMs: number;
  /** Of a transaction for one of the connections for transactions. */
  readonly placeMs: number;
  /** Of a statement for a lock. */
  readonly lockMs: number;
  /** Of the server for a transaction's next statement; then it rolls back the transaction of a paused process. */
  readonly idleMs: number;
  /** Of a statement for its end. */
  readonly statementMs: number;
  /** Ours for the server's answer, which comes within the limit above unless the server is unreachable. */
  readonly answerMs: number;
}

/** Within the 5 s of a press a paused process loses its lock before waits for it time out, and these before a statement does. */
export const turnPatience: Patience = {
  connectMs: 4 * SECOND,
  placeMs: 3 * SECOND,
  lockMs: 3.5 * SECOND,
  idleMs: 3 * SECOND,
  statementMs: 4 * SECOND,
  answerMs: 4.5 * SECOND,
};

/** For migrations: an index over millions of rows takes long, and another process may be creating it. */
export const migrationPatience: Patience = {
  connectMs: MINUTE,
  placeMs: MINUTE,
  lockMs: 10 * MINUTE,
  idleMs: 10 * MINUTE,
  statementMs: 10 * MINUTE,
  answerMs: 11 * MINUTE,
};

const CONNECTIONS = 10;
/** Transactions may not use the last connections, so that a read never waits behind transactions that wait for a lock. */
export const MOST_TRANSACTIONS = 7;

/** A connection whose query got no answer is not used again: a late rollback of it would undo later statements too. */
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
      // The server may have ended the session before the query, and have said why.
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

  /** A failed rollback marks the connection as broken; the caller gets the original error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0]).catch(() => {});
  }
}

class StrictPostgresQueryCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(parameter instanceof Placeholder ? parameter : bindable(parameter));
  }
}

/** @param url postgres://… ; bigint and count() are returned as numbers, as in SQLite */
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
  // Without a listener, the loss of a connection in use would end the process; its query fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {}); // The pool replaces an idle connection that the server closed.
  const connect = async (limitMs: number): Promise<PostgresPoolClient> => {
    const coming = pool.connect();
    try {
      return careful(await within(limitMs, coming), patience.answerMs);
    } catch (error) {
      // It may fail when nobody waits for it any more.
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
