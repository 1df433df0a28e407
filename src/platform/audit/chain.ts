import { createHash, createHmac } from 'node:crypto';
import { iso } from '#platform/lib/clock.ts';
import { makeKeyFile, readKeyFile, type Secret } from '#platform/lib/secret.ts';
import { lockExclusive } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { AuditEvent } from './events.ts';
import type { AuditTable } from './tables.ts';

/** A file in SECRETS_DIR. Names that begin with `steward.` are reserved, so no container group can get this secret. */
export const AUDIT_KEY_FILE = 'steward.audit-key';

/** Proves, only to us, that we wrote a value: the secret is not in the database. */
export interface AuditKey {
  /** HMAC-SHA-256 in hexadecimal. @param purpose for no other use @param value plain JSON; the order of fields counts */
  mac(purpose: string, value: unknown): string;
}

const SHORTEST = 32;

/** @throws Error for a secret that could be guessed */
export const auditKeyOf = (secret: Secret): AuditKey => {
  if (secret.reveal().length < SHORTEST) {
    throw new Error(`${AUDIT_KEY_FILE} in SECRETS_DIR must hold at least ${SHORTEST} characters: openssl rand -hex 32`);
  }
  return {
    mac: (purpose, value) =>
      createHmac('sha256', secret.reveal())
        .update(JSON.stringify([purpose, value]))
        .digest('hex'),
  };
};

/** @returns undefined when there is no such file. @throws Error when it cannot be read, or is too short */
export const readAuditKey = (secretsDir: string): AuditKey | undefined => {
  const secret = readKeyFile(secretsDir, AUDIT_KEY_FILE);
  return secret && auditKeyOf(secret);
};

/** Creates the file, unless another process was faster. @throws Error if it cannot be written */
export const makeAuditKey = (secretsDir: string): AuditKey => auditKeyOf(makeKeyFile(secretsDir, AUDIT_KEY_FILE));

export interface AuditEntry {
  /** The id of a change; for other events a word, such as `policy` or `gate`. Stored in the column `change_id`. */
  readonly target: string;
  /** Directory object id of the person who acted, or `steward`. */
  readonly actor: string;
  readonly event: AuditEvent;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The actor when no person acted. */
export const STEWARD = 'steward';

/** The number and the hash of an entry, by which a later cut of the chain is found. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The event from which entries are sealed. Entries of older versions before it have a hash that anybody can compute. */
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

/** The latest entries, newest first. */
export const newestEntries = (db: Db, limit: number): Promise<AuditTable[]> =>
  db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(limit).execute();

/** The number of the advisory lock on PostgreSQL that writers of the audit hold, one after the other. */
const LOCK = 7_461_646;

/** Locks the audit: nobody else writes an entry before this transaction ends. */
export const holdAudit = (trx: Trx): Promise<void> => lockExclusive(trx, LOCK);

/** Adds a sealed entry at the end. The caller's transaction holds the audit's lock from here on. */
export const appendEntry = async (trx: Trx, key: AuditKey, now: number, entry: AuditEntry): Promise<void> => {
  const { target, actor, event, detail = {} } = entry;
  await holdAudit(trx);
  const [last] = await newestEntries(trx, 1);
  const seq = (last?.seq ?? 0) + 1;
  const row = { seq, at: iso(now), change_id: target, actor, event, detail_json: JSON.stringify(detail) };
  await trx
    .insertInto('audit')
    .values({ ...row, hash: keyedHash(key, last?.hash ?? '', row) })
    .execute();
};
