import { sql } from 'kysely';
import { type Database, type Db, type Migrations, openDatabase } from '#platform/storage/database.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

interface Notes {
  notes: { id: string };
}

const migrations: Migrations = {
  'notes-001': (db) =>
    db.schema
      .createTable('notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute(),
};

const [NORMAL, FULL] = [1, 2];

/** How SQLite treats the disk at a commit, on the handle behind this. */
const synchronous = async (db: Db<Notes>): Promise<number | undefined> =>
  (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous;

describe('on SQLite', () => {
  const folder = folderPerTest();
  let database: Database<Notes>;

  beforeEach(async () => {
    database = await openDatabase<Notes>(`sqlite:${folder()}/notes.db`, migrations);
  });
  afterEach(() => database.close());

  const note = (id: string) =>
    database.note(async (db) => {
      await db.insertInto('notes').values({ id }).execute();
      return synchronous(db);
    });
  const ids = async () =>
    (await database.db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

  test('what is noted does not wait for the disk, and everything else does', async () => {
    expect(await Promise.all([note('a'), note('b')])).toEqual([NORMAL, NORMAL]);
    expect(await synchronous(database.db)).toBe(FULL);
    expect(await database.write(synchronous)).toBe(FULL);
    expect(await database.transaction(synchronous)).toBe(FULL);
    expect(await ids()).toEqual(['a', 'b']);
  });

  test('what cannot be noted fails alone, and what comes after it waits for the disk', async () => {
    await note('a');
    const [again, other] = await Promise.allSettled([note('a'), note('b')]);
    expect([again.status, other.status]).toEqual(['rejected', 'fulfilled']);
    expect(await database.transaction(synchronous)).toBe(FULL);
    expect(await ids()).toEqual(['a', 'b']);
  });
});
