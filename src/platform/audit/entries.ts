import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '#platform/lib/csv.ts';
import type { Db } from '#platform/storage/database.ts';
import { type AuditKey, CHAIN_KEYED, type Head, keyedHash, newestEntries, plainHash } from './chain.ts';
import type { AuditEvent } from './events.ts';
import type { AuditTable } from './tables.ts';

/** An entry of the audit as it is read back. */
export interface RecordedEvent {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Directory object id, or `steward` where no person acted. */
  readonly actor: string;
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What the audit has of a target, in the order in which it happened. */
export const listEvents = async (db: Db, target: string): Promise<readonly RecordedEvent[]> => {
  const rows = await db.selectFrom('audit').selectAll().where('change_id', '=', target).execute();
  return inOrder(rows).map(toEvent);
};

const inOrder = <Row extends AuditTable>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => a.seq - b.seq);

const toEvent = ({ change_id, at, actor, event, detail_json }: AuditTable): RecordedEvent => ({
  ...{ target: change_id, at: Date.parse(at), actor, event },
  detail: JSON.parse(detail_json),
});

/** Entries with what proves them: each was written with the key after the entry that is before it now. */
export interface ProvenEvents {
  readonly events: readonly RecordedEvent[];
  /** False where one of them was edited, moved or forged. */
  readonly genuine: boolean;
}

const withHashBefore = (db: Db) =>
  db
    .selectFrom('audit as one')
    .leftJoin('audit as before', (join) => join.on((eb) => eb('before.seq', '=', eb('one.seq', '-', 1))))
    .selectAll('one')
    .select('before.hash as hash_before');

type Joined = AuditTable & { readonly hash_before: string | null };

/** What decides by the audit reads it so: an edit of these entries is found at once, and not only by `audit -- verify`. */
export const proveEvents = async (db: Db, key: AuditKey, target: string): Promise<ProvenEvents> =>
  proven(db, key, await withHashBefore(db).where('one.change_id', '=', target).execute());

/** The same of every freeze. */
export const proveFreezes = async (db: Db, key: AuditKey): Promise<ProvenEvents> => {
  // Literals, not parameters, so that the index of these entries is used.
  const begun = sql.lit('frozen' satisfies AuditEvent);
  const ended = sql.lit('unfrozen' satisfies AuditEvent);
  return proven(db, key, await withHashBefore(db).where('one.event', 'in', [begun, ended]).execute());
};

const proven = async (db: Db, key: AuditKey, rows: readonly Joined[]): Promise<ProvenEvents> => {
  const unkeyed = rows.filter((row) => row.hash !== keyedHash(key, row.hash_before ?? '', row));
  // Entries of older versions have a hash that anybody can compute; the first keyed entry covers them.
  const keyedFrom = unkeyed.length === 0 ? 0 : await keyedSince(db, key);
  const isOld = (row: Joined): boolean => row.seq < keyedFrom && row.hash === plainHash(row.hash_before ?? '', row);
  return { events: inOrder(rows).map(toEvent), genuine: unkeyed.every(isOld) };
};

/** @returns the number of the entry from which entries are keyed; 0 where there is none */
const keyedSince = async (db: Db, key: AuditKey): Promise<number> => {
  const rows = await withHashBefore(db).where('one.change_id', '=', 'audit').execute();
  const first = inOrder(rows).find(({ event }) => event === CHAIN_KEYED);
  return first && first.hash === keyedHash(key, first.hash_before ?? '', first) ? first.seq : 0;
};

/** The result of checking the audit. */
export type AuditCheck =
  | {
      readonly ok: true;
      readonly head: Head;
      /** The first sealed entry; entries before it are from older versions. */
      readonly keyedFrom: number;
    }
  | {
      readonly ok: false;
      /**
       * `entry`: it was edited, deleted, moved, or written without the key. `unkeyed`: no entry is sealed, so anybody may have
       * written all of them. `head`: an entry differs from the logged one. `short`: a logged entry is missing.
       */
      readonly why: 'entry' | 'unkeyed' | 'head' | 'short';
      /** The first wrong entry; the last one if entries are missing or none is sealed. */
      readonly seq: number;
    };

/**
 * Checks the whole chain: the key shows every edit, gap, move and forged entry, an earlier head what is missing at the end.
 * @param heads entries from the log, out of reach of the database's writers
 */
export const verifyAudit = async (db: Db, key: AuditKey, heads: readonly Head[] = []): Promise<AuditCheck> => {
  const [newest] = await newestEntries(db, 1);
  let head: Head = { seq: 0, hash: '' };
  let keyedFrom: number | undefined;
  for await (const row of entriesOf(db)) {
    const seq = head.seq + 1;
    if (row.event === CHAIN_KEYED) keyedFrom ??= seq;
    const right = keyedFrom === undefined ? plainHash(head.hash, row) : keyedHash(key, head.hash, row);
    if (row.seq !== seq || row.hash !== right) return { ok: false, why: 'entry', seq };
    if (heads.some((known) => known.seq === seq && known.hash !== row.hash)) return { ok: false, why: 'head', seq };
    head = { seq, hash: row.hash };
  }
  if (head.seq < (newest?.seq ?? 0)) return { ok: false, why: 'entry', seq: head.seq + 1 };
  if (heads.some(({ seq }) => seq > head.seq)) return { ok: false, why: 'short', seq: head.seq };
  return keyedFrom === undefined ? { ok: false, why: 'unkeyed', seq: head.seq } : { ok: true, head, keyedFrom };
};

const PAGE = 500;

async function* entriesOf(db: Db): AsyncIterable<AuditTable> {
  const page = db.selectFrom('audit').selectAll().orderBy('seq').limit(PAGE);
  for (let rows = await page.execute(); ; ) {
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    // SQLite answers at once: without a turn of the event loop, the native parts of used hashes would never be freed.
    await nextTurn();
    rows = await page.where('seq', '>', last.seq).execute();
  }
}

export const auditFormats = ['csv', 'jsonl'] as const;
type AuditFormat = (typeof auditFormats)[number];

/** Entries that are read at once. */
const BATCH = 1_000;

/** Column, and the name that it has in a file. */
const columns = [
  ['seq', 'seq'],
  ['at', 'at'],
  ['change_id', 'target'],
  ['actor', 'actor'],
  ['event', 'event'],
  ['detail_json', 'detail'],
  ['hash', 'hash'],
] as const satisfies readonly (readonly [keyof AuditTable, string])[];

/** The whole audit as text, CSV with a head or JSON lines, each column as it is stored: with the key a file's chain can be checked too. */
export async function* exportAudit(db: Db, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield `${BYTE_ORDER_MARK}${csvLine(columns.map(([, name]) => name))}`;
  const write = format === 'csv' ? csvOf : jsonOf;
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of rows) yield write(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

const csvOf = (row: AuditTable): string => csvLine(columns.map(([column]) => csvCell(row[column])));

const jsonOf = (row: AuditTable): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(([column, name]) => [name, row[column]])))}\n`;
