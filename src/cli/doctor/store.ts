import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createSecretFolder } from '#cloud/services/secret-folder.ts';
import { migrations } from '#features/migrations.ts';
import { findAuditKey } from '#platform/audit/open-audit.ts';
import { auditRights } from '#platform/audit/tables.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import { silentLog } from '#platform/lib/logger.ts';
import {
  type Database,
  missingFile,
  openExistingDatabase,
  schemaState,
  sqliteFile,
} from '#platform/storage/database.ts';
import { sqliteCode, tryWriting } from '#platform/storage/failure.ts';
import { mayMigrate, missingRights } from '#platform/storage/grants.ts';
import { Failing, type Found, works } from './report.ts';

/** The open database; undefined as long as there is none. */
export type Store = Database | undefined;

/** Opens the database and tries it; whatever it writes is taken back. */
export const checkDatabase = async (url: string, opened: (database: Database) => void): Promise<Found<Store>> => {
  const file = missingFile(url);
  if (file !== undefined) return ofMissing(file);
  return tryDatabase(url, opened).catch((error: unknown) => {
    const text = bySqliteCode[sqliteCode(error)];
    throw text ? new Failing({ text, values: { file: resolve(sqliteFile(url)) } }) : error;
  });
};

/** By the low byte of SQLite's result code: sqlite.org/rescode.html. */
const bySqliteCode: Readonly<Record<number, TextKey>> = {
  8: 'doctor.database.readOnly',
  14: 'doctor.database.readOnly',
  26: 'doctor.database.noSqlite',
};

const tryDatabase = async (url: string, opened: (database: Database) => void): Promise<Found<Store>> => {
  const database = openExistingDatabase(url);
  opened(database);
  const { pending, unknown } = await schemaState(database.db, migrations).catch((error: unknown) => {
    if (sqliteCode(error) in bySqliteCode) throw error;
    throw new Failing({ text: 'doctor.database.closed', values: { fault: messageOf(error) } });
  });
  if (unknown.length > 0) throw new Failing({ text: 'doctor.database.newer', values: { name: unknown[0] ?? '' } });
  if (pending.length > 0) return { ...(await ofOlder(database, pending.length)), value: undefined };
  await tryWriting(database);
  if (database.kind === 'postgres') await requireRights(database);
  return { text: `doctor.database.${database.kind}`, value: database };
};

/** Its tables are made, or brought up to date, when Steward starts. */
const ofOlder = async (database: Database, count: number): Promise<Omit<Found<Store>, 'value'>> => {
  if (database.kind === 'postgres' && !(await mayMigrate(database.db)))
    throw new Failing({ text: 'doctor.database.ownerMigrates', values: { count } });
  return { text: 'doctor.database.migrates', values: { count } };
};

const ofMissing = (file: string): Found<Store> => {
  const folder = nearest(dirname(file));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Failing({ text: 'doctor.database.folder', values: { folder } });
  }
  return { text: 'doctor.database.missing', values: { file }, value: undefined };
};

/** The folder, or the one above it in which it would be made. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

const requireRights = async ({ db }: Database): Promise<void> => {
  const missing = await missingRights(db, auditRights);
  if (missing.length > 0) throw new Failing({ text: 'doctor.database.rights', values: { rights: missing.join(', ') } });
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** The audit's key, and the named secrets that the policy lets containers have. */
export const checkSecrets = async (
  folder: string,
  database: Store,
  names: readonly string[],
): Promise<Found<undefined>> => {
  const key = await auditKey(folder, database);
  const secrets = createSecretFolder(folder, silentLog);
  const missing: string[] = [];
  for (const name of names) if (!(await secrets(name))) missing.push(name);
  if (missing.length > 0) throw new Failing({ text: 'doctor.secrets.missing', values: { names: missing.join(', ') } });
  return works({ text: 'doctor.secrets.works', values: { key: key ? 'fits' : 'comes', count: names.length } });
};

const auditKey = (folder: string, database: Store) =>
  database &&
  findAuditKey(database.db, folder).catch((error: unknown) => {
    throw new Failing({ text: 'doctor.secrets.audit', values: { fault: messageOf(error) } });
  });
