import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { sqliteFile } from '../../../src/platform/storage/database.ts';
import type { RequestRows } from './rows.ts';

/** Requests in one transaction. */
const BATCH = 1_000;

/** Writes rows past the product, faster than it could. */
interface BulkWriter {
  write(table: string, rows: readonly object[]): Promise<void>;
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Lets the engine count its rows anew, as it does by itself in time. */
  end(): Promise<void>;
}

const sqliteWriter = (file: string): BulkWriter => {
  const handle = new DatabaseSync(file);
  handle.exec('pragma synchronous = off');
  const prepared = new Map<string, StatementSync>();
  const insertInto = (table: string, columns: readonly string[]): StatementSync => {
    const values = columns.map(() => '?').join();
    const insert = prepared.get(table) ?? handle.prepare(`insert into ${table} (${columns.join()}) values (${values})`);
    prepared.set(table, insert);
    return insert;
  };
  return {
    async write(table, rows) {
      for (const row of rows) {
        const values: SQLInputValue[] = Object.values(row);
        insertInto(table, Object.keys(row)).run(...values);
      }
    },
    begin: async () => handle.exec('begin'),
    commit: async () => handle.exec('commit'),
    end: async () => {
      handle.exec('pragma wal_checkpoint(truncate)');
      handle.close();
    },
  };
};

const postgresWriter = async (url: string): Promise<BulkWriter> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async write(table, rows) {
      const insert = `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`;
      await client.query(insert, [JSON.stringify(rows)]);
    },
    begin: async () => void (await client.query('begin')),
    commit: async () => void (await client.query('commit')),
    async end() {
      await client.query('vacuum analyze');
      await client.end();
    },
  };
};

/** Fills a migrated store with so many requests. @param copyOf makes the one with this number, from 0 */
export const fillStore = async (url: string, many: number, copyOf: (n: number) => RequestRows): Promise<void> => {
  const writer = url.startsWith('sqlite:') ? sqliteWriter(sqliteFile(url)) : await postgresWriter(url);
  for (let from = 0; from < many; from += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, many - from) }, (_, n) => copyOf(from + n));
    await writer.begin();
    for (const table of ['changes', 'decisions', 'deliveries', 'audit'] as const) {
      await writer.write(
        table,
        requests.flatMap((rows): readonly object[] => rows[table]),
      );
    }
    await writer.commit();
  }
  await writer.end();
};
