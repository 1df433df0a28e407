import { createHash } from 'node:crypto';
import { iso } from '../lib/clock.ts';
import { holdLine } from '../storage/claim.ts';
import type { Db, Trx } from '../storage/database.ts';
import type { AuditEvent } from './events.ts';
import type { AuditKey } from './key.ts';
import type { AuditTable } from './tables.ts';

export interface AuditEntry {
  /** The id of a change, or a word for what is none, as `policy`. */
  readonly about: string;
  /** Directory object id of whoever did it, or `steward`. */
  readonly actor: string;
  readonly event: AuditEvent;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** In place of a person, where none acted. */
export const STEWARD = 'steward';

/** An entry as others remember it: its number and its hash. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The event from which on entries are keyed. What an older Steward wrote before it has a hash that anybody can compute. */
export const CHAIN_KEYED = 'chain keyed' satisfies AuditEvent;

type Hashed = Omit<AuditTable, 'hash'>;

const hashed = (before: string, row: Hashed): unknown[] => [
  before,
  row.seq,
  row.at,
  row.change_id,
  row.actor,
  row.event,
  row.detail_json,
];

export const keyedHash = (key: AuditKey, before: string, row: Hashed): string => key.mac('audit', hashed(before, row));

export const plainHash = (before: string, row: Hashed): string =>
  createHash('sha256')
    .update(JSON.stringify(hashed(before, row)))
    .digest('hex');

/** The newest entries, the newest first. */
export const newestEntries = (db: Db, limit: number): Promise<AuditTable[]> =>
  db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(limit).execute();

/** On PostgreSQL the number of the lock that writers of the audit hold, one after the other. */
const LINE = 7_461_646;

/** Nobody else writes an entry before this transaction ends. */
export const holdAudit = (trx: Trx): Promise<void> => holdLine(trx, LINE);

/** Adds a keyed entry at the end. The caller's transaction holds the line of writers from here on. */
export const appendEntry = async (trx: Trx, key: AuditKey, now: number, entry: AuditEntry): Promise<void> => {
  const { about, actor, event, detail = {} } = entry;
  await holdAudit(trx);
  const [last] = await newestEntries(trx, 1);
  const seq = (last?.seq ?? 0) + 1;
  const row = { seq, at: iso(now), change_id: about, actor, event, detail_json: JSON.stringify(detail) };
  await trx
    .insertInto('audit')
    .values({ ...row, hash: keyedHash(key, last?.hash ?? '', row) })
    .execute();
};
