import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migrations } from './database.ts';
import { StoreError } from './failure.ts';
import { healthMigrations } from './health.ts';

/**
 * Brings the schema up to date. A role without rights over tables can do so when nothing is to be done.
 * @throws Error that names the migration which failed, or says why there is no database; never a part of the address
 */
export const migrate = async <T>(db: Kysely<T>, own: Migrations): Promise<void> => {
  const migrations = { ...healthMigrations, ...own };
  const provider = { getMigrations: async () => migrations };
  const { error, results } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (!error) return;
  throw failure(error, failed?.migrationName);
};

/** By SQLSTATE: the role may not do this. */
const NO_RIGHT = '42501';

const failure = (cause: unknown, migration: string | undefined): Error => {
  const { code, message } = rawOf(cause);
  if (code === NO_RIGHT) {
    return new Error(
      'the database has to be brought up to date, and its role has no right to do that: run npm run -s database -- migrate with the address of the owner of its tables',
      { cause },
    );
  }
  if (migration !== undefined) return new Error(`migration ${migration} failed`, { cause });
  // The code alone where it says enough, for the words of PostgreSQL's driver may repeat its address.
  const why = code === '' || code === 'ERR_SQLITE_ERROR' ? message : code;
  return new Error(`the database cannot be opened (${why})`, { cause });
};

const rawOf = (thrown: unknown): { readonly code: string; readonly message: string } => {
  const error = thrown instanceof StoreError ? thrown.cause : thrown;
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return { code, message };
};
