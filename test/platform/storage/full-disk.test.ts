import { sql } from 'kysely';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { openDatabase } from '#platform/storage/database.ts';

interface Notes {
  notes: { id: string; text: string };
}

const migrations: Migrations = {
  'notes-001': (db) =>
    db.schema
      .createTable('notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute(),
};

const insert = ({ db }: Pick<Database<Notes>, 'db'>, id: string) =>
  db
    .insertInto('notes')
    .values({ id, text: 'x'.repeat(50_000) })
    .execute();

/** SQLite's own limit fails as a full disk does: SQLITE_FULL, and the open transaction is undone. */
const setMostPages = ({ db }: Database<Notes>, pages: number) =>
  sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);

const open = async (): Promise<Database<Notes>> => {
  const database = await openDatabase<Notes>('sqlite::memory:', migrations);
  await setMostPages(database, 1);
  return database;
};

const FULL = { code: 'Store.Full', retryable: true, trouble: 'full' };

test.each<[string, (database: Database<Notes>) => Promise<unknown>]>([
  ['a transaction', (database) => database.transaction((trx) => insert({ db: trx }, 'a'))],
  ['a single statement', (database) => insert(database, 'a')],
  ['a grouped write', (database) => database.write((db) => insert({ db: db as Database<Notes>['db'] }, 'a'))],
  ['a noted write', (database) => database.note((db) => insert({ db: db as Database<Notes>['db'] }, 'a'))],
])('on a full disk %s fails with StoreError “full”, and succeeds once there is room', async (_, write) => {
  const database = await open();
  await expect(write(database)).rejects.toMatchObject(FULL);
  await setMostPages(database, 10_000);
  await write(database);
  expect(await database.db.selectFrom('notes').select('id').execute()).toEqual([{ id: 'a' }]);
  await database.close();
});
