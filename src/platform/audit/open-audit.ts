import type { Database, Db, Trx } from '#platform/storage/database.ts';
import { mayChangeRows } from '#platform/storage/grants.ts';
import { type Audit, type AuditDeps, createAudit } from './audit.ts';
import {
  AUDIT_KEY_FILE,
  type AuditKey,
  appendEntry,
  CHAIN_KEYED,
  holdAudit,
  keyedHash,
  makeAuditKey,
  newestEntries,
  plainHash,
  readAuditKey,
  STEWARD,
} from './chain.ts';

interface OpenAuditDeps extends Omit<AuditDeps, 'key'> {
  /** The folder with the key file. */
  readonly secretsDir: string;
  /** Seals rows from before the key, in the transaction that begins the sealed chain after an older one. */
  readonly adopt: (trx: Trx, audit: Audit) => Promise<void>;
}

/** The last entry of the chain: none, one without a key, one with this key, or one that does not match. */
type End = 'empty' | 'plain' | 'keyed' | 'foreign';

const endOf = async (db: Db, key: AuditKey | undefined): Promise<End> => {
  const [last, before] = await newestEntries(db, 2);
  if (!last) return 'empty';
  if (key && last.hash === keyedHash(key, before?.hash ?? '', last)) return 'keyed';
  return last.hash === plainHash(before?.hash ?? '', last) ? 'plain' : 'foreign';
};

/** The key of the audit; undefined where none can have been used yet. @throws Error with a remedy when key and chain do not match */
export const findAuditKey = async (db: Db, secretsDir: string): Promise<AuditKey | undefined> => {
  const found = readAuditKey(secretsDir);
  const end = await endOf(db, found);
  if (end === 'foreign') throw found ? foreign() : missing();
  if (end === 'plain' && found) throw unkeyed();
  return found;
};

/** Finds or creates the key, and begins the sealed chain. @throws Error with a remedy when key and chain do not match */
export const openAudit = async ({ secretsDir, adopt, ...deps }: OpenAuditDeps): Promise<Audit> => {
  const { database, log } = deps;
  const found = await findAuditKey(database.db, secretsDir);
  if (database.kind === 'postgres' && (await mayChangeRows(database.db, 'audit'))) log.warn('audit.role-may-change');
  const key = found ?? makeAuditKey(secretsDir);
  if (!found) log.warn('audit.key-made', { file: AUDIT_KEY_FILE });
  const audit = createAudit({ ...deps, key });
  await beginKeyed({ database, key, now: deps.clock.now(), adopt: (trx) => adopt(trx, audit) });
  return audit;
};

interface Begin {
  readonly database: Database;
  readonly key: AuditKey;
  readonly now: number;
  readonly adopt: (trx: Trx) => Promise<void>;
}

/** From here on entries are sealed. @throws Error when the last entry has another key */
export const beginKeyed = async ({ database, key, now, adopt }: Begin): Promise<void> => {
  if ((await endOf(database.db, key)) === 'keyed') return;
  await database.transaction(async (trx) => {
    await holdAudit(trx);
    const end = await endOf(trx, key);
    if (end === 'keyed') return;
    if (end === 'foreign') throw foreign();
    // With an empty chain nobody knows who wrote the existing rows: they keep the seals that they have.
    if (end === 'plain') await adopt(trx);
    await appendEntry(trx, key, now, { target: 'audit', actor: STEWARD, event: CHAIN_KEYED });
  });
};

const missing = (): Error =>
  new Error(
    `${AUDIT_KEY_FILE} is missing in SECRETS_DIR, and the audit in the database was written with it: restore the file from its backup, or copy it from another process`,
  );

const foreign = (): Error =>
  new Error(
    `the last entry of the audit does not match ${AUDIT_KEY_FILE} in SECRETS_DIR: restore the file with which it was written; if this is that file, somebody changed the database: npm run -s audit -- verify`,
  );

const unkeyed = (): Error =>
  new Error(
    `SECRETS_DIR has ${AUDIT_KEY_FILE}, but the audit in the database is not sealed: at the first start with a key that you created yourself, run npm run -s audit -- begin; otherwise somebody replaced the audit: npm run -s audit -- verify`,
  );
