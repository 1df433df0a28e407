import { randomBytes } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { ChangeTable, DecisionTable } from '../../../src/engine/changes/tables.ts';
import type { DeliveryRow } from '../../../src/engine/outbox/tables.ts';
import { keyedHash } from '../../../src/platform/audit/chain.ts';
import type { AuditEvent } from '../../../src/platform/audit/events.ts';
import type { AuditTable } from '../../../src/platform/audit/tables.ts';
import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import { type Db, sqliteFile } from '../../../src/platform/storage/database.ts';
import { testKey } from '../../../test/support/audit.ts';

/** Everything that the store keeps for good of one request. */
interface RequestRows {
  readonly changes: readonly ChangeTable[];
  readonly decisions: readonly DecisionTable[];
  readonly deliveries: readonly DeliveryRow[];
  readonly audit: readonly AuditTable[];
}

export const readRequest = async (db: Db, id: string): Promise<RequestRows> => ({
  changes: await db.selectFrom('changes').selectAll().where('id', '=', id).execute(),
  decisions: await db.selectFrom('decisions').selectAll().where('change_id', '=', id).execute(),
  deliveries: await db.selectFrom('deliveries').selectAll().where('subject', '=', `change:${id}`).execute(),
  audit: await db.selectFrom('audit').selectAll().where('change_id', '=', id).orderBy('seq').execute(),
});

/** Over so long the requests are spread. */
const YEARS_MS = 2 * 365 * DAY;
/** Everybody else than the person whose list is read, who asked for one request in fifty. */
const OTHERS = 5_000;
const ONE_IN = 50;
const ENTRIES_EACH = 10;
/** What fills up the ten. */
const FILLER: AuditEvent = 'refused';

/** A moment as the beginning of an id: src/platform/lib/ids.ts. */
const idAt = (at: number): string => at.toString(36).padStart(9, '0') + randomBytes(16).toString('base64url');

const otherPerson = (n: number): string => `00000000-0000-4000-8000-${String(n % OTHERS).padStart(12, '0')}`;

/**
 * Makes further requests like one that ran from its first word to its end: their rows, with ids and times of their own, and a
 * chain of ten audit entries each that verifies.
 * @param many how many there will be
 * @param end the moment before which all of them lie, in milliseconds since 1970
 */
export const createCopier = (one: RequestRows, last: Pick<AuditTable, 'seq' | 'hash'>, many: number, end: number) => {
  let { seq, hash } = last;

  const entries = (id: string, at: string): AuditTable[] =>
    Array.from({ length: ENTRIES_EACH }, (_, n) => {
      const { actor, event, detail_json } = one.audit[n] ?? {
        actor: otherPerson(n),
        event: FILLER,
        detail_json: '{}',
      };
      seq += 1;
      const row = { seq, at, change_id: id, actor, event, detail_json };
      hash = keyedHash(testKey, hash, row);
      return { ...row, hash };
    });

  /** @param n from 0 */
  return (n: number): RequestRows => {
    const at = end - YEARS_MS + Math.floor((n * YEARS_MS) / many);
    const [id, time] = [idAt(at), iso(at)];
    const times = { created_at: time, updated_at: time };
    return {
      changes: one.changes.map((row) => ({
        ...row,
        ...times,
        ...{ id, ref: `R-${n.toString(36)}`, source: `copied ${id}`, guid: id },
        requester_id: n % ONE_IN === 0 ? row.requester_id : otherPerson(n),
        concerned: n % ONE_IN === 0 ? row.concerned : otherPerson(n),
        ended_at: time,
      })),
      decisions: one.decisions.map((row) => ({ ...row, change_id: id, at: time })),
      deliveries: one.deliveries.map((row) => ({
        ...row,
        ...{
          id: idAt(at),
          subject: `change:${id}`,
          activity_id: `m${id}`,
          created_at: time,
          set_at: time,
          due_at: time,
        },
      })),
      audit: entries(id, time),
    };
  };
};

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
