import { sql } from 'kysely';
import type { Db } from '#platform/storage/database.ts';
import { type AuditKey, CHAIN_KEYED, keyedHash, plainHash } from './chain.ts';
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
