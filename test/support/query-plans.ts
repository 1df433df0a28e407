import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import wholeReads from '../fixtures/whole-reads.json' with { type: 'json' };

/** The statements of each of the bot's stores, by its file or its database's name. */
const asked = new Map<string, Set<string>>();
const handles = new WeakSet<object>();
/** Set where the bot opens its store: another store that is opened at the same moment is none of the bot's. */
const opening = new AsyncLocalStorage<true>();

const note = (store: string, handle: object, sql: string): void => {
  if (opening.getStore()) handles.add(handle);
  if (handles.has(handle)) asked.set(store, (asked.get(store) ?? new Set()).add(sql));
};

/** @returns puts everything back */
const listen = (): (() => void) => {
  const { prepare } = DatabaseSync.prototype;
  const { connect } = pg.Pool.prototype;
  const { query } = pg.Client.prototype;
  DatabaseSync.prototype.prepare = function noted(this: DatabaseSync, sql: string): StatementSync {
    note(this.location() ?? '', this, sql);
    return prepare.call(this, sql);
  };
  pg.Pool.prototype.connect = function noted(this: pg.Pool, ...question: unknown[]) {
    if (opening.getStore() && !handles.has(this)) {
      handles.add(this);
      this.on('connect', (client) => handles.add(client));
    }
    return Reflect.apply(connect, this, question);
  };
  pg.Client.prototype.query = function noted(this: pg.Client, ...question: unknown[]) {
    const [sql] = question;
    if (handles.has(this) && typeof sql === 'string') note(this.database ?? '', this, sql);
    return Reflect.apply(query, this, question);
  };
  return () => {
    Object.assign(DatabaseSync.prototype, { prepare });
    Object.assign(pg.Pool.prototype, { connect });
    Object.assign(pg.Client.prototype, { query });
  };
};

let putBack: (() => void) | undefined;

/** Notes what the store that `open` opens is asked from then on, until `requireIndexes`. */
export const notingQueries = <T>(open: () => Promise<T>): Promise<T> => {
  putBack ??= listen();
  return opening.run(true, open);
};

/** What may read or sort all of something; `whole-reads.json` says why that stays little. */
const allowed = wholeReads.map(({ is }) => new RegExp(is));

const READS = /^\s*(select|insert|update|delete|with)\b/i;
const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ').replace(/\$\d+/g, '?').trim();
const isFault = (found: string): boolean => !allowed.some((one) => one.test(found));
/** All that waits, when a part of it is wanted. */
const WIDE = /^SEARCH (deliveries|jobs) .*\(state=\?\)$/;
const SORT = /^USE TEMP B-TREE FOR (?!RIGHT PART|LAST TERM)/;

/** @returns each statement that reads all rows of a table, or sorts without an index, in words */
const sqliteFaults = (file: string, statements: Iterable<string>): string[] => {
  const handle = new DatabaseSync(file);
  const faults: string[] = [];
  for (const sql of statements) {
    if (!READS.test(sql)) continue;
    const plan = handle.prepare(`explain query plan ${sql}`).all() as unknown as { readonly detail: string }[];
    for (const { detail } of plan) {
      if (detail.startsWith('SCAN ') || SORT.test(detail) || WIDE.test(detail))
        faults.push(`${detail} in ${oneLine(sql)}`);
    }
  }
  handle.close();
  return faults.filter(isFault);
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Tables read from end to end, by themselves or by an index, where PostgreSQL would rather do anything else. */
const wholeTables = (node: PlanNode): string[] => [
  ...(/^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) && !node['Index Cond']
    ? [`SCAN ${node['Relation Name']}`]
    : []),
  ...(node.Plans ?? []).flatMap(wholeTables),
];

/** As in an empty store: how much autovacuum has counted, and how many pages a busy test has filled, would change the plans. */
const EMPTY_STORE = `delete from pg_statistic;
  do $$ begin execute (select 'truncate ' || string_agg(format('%I', tablename), ', ') from pg_tables where schemaname = 'public'); end $$`;

/** A row that is read costs more than all else, so that in a table of any size the way with the fewest is taken. */
const ROWS_COST = 'set enable_seqscan = off; set cpu_tuple_cost = 10; set cpu_index_tuple_cost = 10';

const postgresFaults = async (url: string, statements: Iterable<string>): Promise<string[]> => {
  // A role of the bot's own may not change what was counted.
  const asSuperuser = Object.assign(new URL(url), { username: 'postgres' });
  const client = new pg.Client({ connectionString: asSuperuser.href });
  await client.connect();
  await client.query(`${ROWS_COST}; set plan_cache_mode = force_generic_plan`);
  await client.query(`begin; ${EMPTY_STORE}`);
  const faults: string[] = [];
  for (const sql of statements) {
    if (!READS.test(sql)) continue;
    const most = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
    const values = most === 0 ? '' : `(${Array.from({ length: most }, () => 'null').join()})`;
    await client.query(`prepare one as ${sql}`);
    const { rows } = await client.query(`explain (format json) execute one${values}`);
    await client.query('deallocate one');
    const [{ Plan }] = rows[0]['QUERY PLAN'];
    faults.push(...wholeTables(Plan).map((what) => `${what} in ${oneLine(sql)}`));
  }
  await client.end();
  return faults.filter(isFault);
};

/**
 * Asks the engine how it finds what the bot's store was asked for.
 * @throws Error that names each statement that reads or sorts a whole table without a reason that stands above
 */
export const requireIndexes = async (url: string): Promise<void> => {
  const isSqlite = url.startsWith('sqlite:');
  const store = isSqlite ? url.replace('sqlite:', '') : new URL(url).pathname.slice(1);
  putBack?.();
  putBack = undefined;
  const statements = asked.get(store) ?? new Set();
  asked.delete(store);
  const faults = isSqlite ? sqliteFaults(store, statements) : await postgresFaults(url, statements);
  if (faults.length > 0) throw new Error(`no index for:\n  ${[...new Set(faults)].join('\n  ')}`);
};
