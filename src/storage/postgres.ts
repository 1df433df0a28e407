import { type Dialect, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { bindable } from './bindable.ts';
import { claimConnection } from './transaction-guard.ts';

const INT8 = 20;
/** A server that is gone without a word is noticed by then, for what waits for a connection and for what waits for an answer. */
const LONGEST_WAIT_MS = 60_000;

class GuardedPostgresDriver extends PostgresDriver {
  override acquireConnection(): ReturnType<PostgresDriver['acquireConnection']> {
    claimConnection();
    return super.acquireConnection();
  }
}

class StrictPostgresQueryCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(bindable(parameter));
  }
}

/** @param url postgres://… ; bigint and count() come back as numbers, as SQLite gives them. */
export const postgresDialect = (url: string): Dialect => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 10, types, keepAlive: true },
    ...{ connectionTimeoutMillis: LONGEST_WAIT_MS, query_timeout: LONGEST_WAIT_MS },
  });
  // Without a listener the loss of a connection in use would end the process; its query fails and tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {}); // An idle connection that the server closed is replaced by the pool at its next use.
  return {
    createDriver: () => new GuardedPostgresDriver({ pool }),
    createQueryCompiler: () => new StrictPostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
};
