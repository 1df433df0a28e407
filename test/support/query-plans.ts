import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';

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

interface Allowed {
  readonly is: RegExp;
  readonly why: string;
}

/** What may read or sort all of something, and why that stays little. */
const allowed: readonly Allowed[] = [
  { is: /kysely_migration|sqlite_master|pragma_table_info|pg_namespace/, why: 'the migrations, at the start' },
  { is: /^SCAN seen_activities in .*"key" like \?/, why: 'the migration of form records, once' },
  {
    is: /^SCAN (due|parts|part_\d|\(subquery-\d+\)|\d+-ROW|CONSTANT)/,
    why: 'rows that the statement has found itself',
  },
  { is: /^USE .* from "jobs" where state = 'ready' and due_at <= /, why: 'rows of one millisecond, by their ids' },
  { is: /^USE .* order by "?(due_at|id)"? limit \? \) as/, why: 'rows of one millisecond, by their ids' },
  { is: /"set_at" > \? and due_at > /, why: 'what a clock wrote that is ahead of ours: nothing, on most days' },
  { is: /^USE .* from "(decisions|alert_verdicts|grants)" where "(change_id|alert_id|grant_key)" = /, why: 'of one' },
  { is: /^USE .* "deliveries" where "subject" = /, why: 'the copies of one subject' },
  { is: /^USE .* "watches" where .*"conversation_id" (=|in) /, why: 'the watches of a channel' },
  {
    is: /^USE .* "alert_(mutes|held)" where "conversation_id" = /,
    why: 'the mutes of a channel, and what it waits for',
  },
  { is: /^USE .* "alert_(names|feed_items)"\."\w+" = /, why: 'the incidents of one name, the feeds of one incident' },
  { is: /^USE .* from "alerts" where "id" in \(/, why: 'ten at a time' },
  { is: /^USE .* "alert_verdicts"."conversation_id" = /, why: 'what the pause of one watch has kept' },
  { is: /^USE .* in with due as /, why: 'a few times what one claim takes' },
  {
    is: /^SCAN audit (USING INDEX audit_policies )?in .* order by "seq" desc limit \?/,
    why: 'the last entry, off the end of the key',
  },
  {
    is: /^SCAN one USING INDEX audit_freezes /,
    why: 'the beginnings and ends of all freezes: an index of nothing else',
  },
  { is: /^SCAN .* in select 1 as "one" from "\w+" limit \?$/, why: 'the first row, wherever it lies' },
  { is: /^SCAN billing_reports in select "id", "account"/, why: 'at a change of the policy: reports of some days' },
  {
    is: /^USE .* from "conversations" where "kind" = \? order by /,
    why: 'the teams, newest first, for a person who never wrote',
  },
  { is: /^SCAN conversations .*"kind" = \?/, why: 'the channels that know the app, for a person who never wrote' },
];

const READS = /^\s*(select|insert|update|delete|with)\b/i;
const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ').replace(/\$\d+/g, '?').trim();
const isFault = (found: string): boolean => !allowed.some(({ is }) => is.test(found));
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
