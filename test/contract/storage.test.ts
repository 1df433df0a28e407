import type { Generated } from 'kysely';
import { rowCount } from '#platform/storage/claim.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { describeEmptyStores } from '../support/database.ts';

interface Rows {
  rows: { id: string; label: string | null; size: number; version: Generated<number> };
}

const rows: Migrations = {
  'rows-001': (db) =>
    db.schema
      .createTable('rows')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('label', 'text')
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute(),
};

const row = (id: string) => ({ id, label: `label of ${id}`, size: 1 });

const insert = async (db: Database<Rows>['db'], id: string): Promise<number> =>
  rowCount(
    await db
      .insertInto('rows')
      .values(row(id))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  );

const ids = async ({ db }: Database<Rows>): Promise<string[]> =>
  (await db.selectFrom('rows').select('id').orderBy('id').execute()).map((row) => row.id);

/** Changes version 1 to version 2, once. */
const decide = async ({ db }: Database<Rows>, label: string): Promise<number> =>
  rowCount(
    await db
      .updateTable('rows')
      .set({ label, version: 2 })
      .where('id', '=', 'a')
      .where('version', '=', 1)
      .executeTakeFirstOrThrow(),
  );

describeEmptyStores((kind, open) => {
  test.each([
    ['plain text', 'plain'],
    ['no text', ''],
    ['null', null],
    ['quotes and question marks', `o'clock "?" $1 \\`],
    ['every plane of Unicode', 'Ürün 東京 👩‍👩‍👧 \u202e \n\t'],
    ['a long text', 'x'.repeat(100_000)],
  ])('%s is read as it was written', async (_, label) => {
    const { db } = await open<Rows>(rows);
    await db.insertInto('rows').values({ id: 'a', label, size: 1 }).execute();
    expect(await db.selectFrom('rows').select('label').execute()).toEqual([{ label }]);
  });

  test.each([0, -1, 2_147_483_647])('the number %d is read as it was written', async (size) => {
    const { db } = await open<Rows>(rows);
    await db.insertInto('rows').values({ id: 'a', label: null, size }).execute();
    expect(await db.selectFrom('rows').select('size').execute()).toEqual([{ size }]);
  });

  test('a count is a number', async () => {
    const { db } = await open<Rows>(rows);
    await insert(db, 'a');
    const row = await db
      .selectFrom('rows')
      .select((one) => one.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    expect(row).toStrictEqual({ count: 1 });
  });

  test('an object as a value is refused and nothing is written', async () => {
    const database = await open<Rows>(rows);
    const label = { $label: 'x' } as unknown as string;
    const refused = database.transaction((trx) => trx.insertInto('rows').values({ id: 'a', label, size: 1 }).execute());
    await expect(refused).rejects.toThrow(/cannot bind/);
    expect(await ids(database)).toEqual([]);
  });

  test('a second insert with the same key changes no row and throws no error', async () => {
    const { db } = await open<Rows>(rows);
    expect([await insert(db, 'a'), await insert(db, 'a')]).toEqual([1, 0]);
  });

  test('one of two simultaneous updates on one condition, from two handles, succeeds', async () => {
    const [one, two] = [await open<Rows>(rows), await open<Rows>(rows)];
    await insert(one.db, 'a');
    const touched = await Promise.all([decide(one, 'one'), decide(two, 'two')]);
    expect(touched.toSorted()).toEqual([0, 1]);
  });

  test('one of many simultaneous updates on one condition, within transactions, succeeds', async () => {
    const handles = [await open<Rows>(rows), await open<Rows>(rows)];
    await insert((handles[0] as Database<Rows>).db, 'a');
    const tries = handles.flatMap((handle) =>
      Array.from({ length: 8 }, (_, index) =>
        handle.transaction((trx) => decide({ ...handle, db: trx }, `label ${index}`)),
      ),
    );
    const touched = await Promise.all(tries);
    expect(touched.filter((count) => count === 1)).toHaveLength(1);
  });

  test('a transaction that throws is rolled back, and other changes stay', async () => {
    const database = await open<Rows>(rows);
    await insert(database.db, 'before');
    const broken = database.transaction(async (trx) => {
      await insert(trx, 'inside');
      throw new Error('stop');
    });
    const beside = insert(database.db, 'beside');
    await expect(broken).rejects.toThrow('stop');
    await beside;
    expect(await ids(database)).toEqual(['before', 'beside']);
  });

  test('another handle reads the rows of a transaction after its end', async () => {
    const [one, two] = [await open<Rows>(rows), await open<Rows>(rows)];
    await one.transaction((trx) => insert(trx, 'a'));
    expect(await ids(two)).toEqual(['a']);
  });

  test('a query outside the open transaction throws instead of waiting forever', async () => {
    const database = await open<Rows>(rows);
    const mixed = database.transaction(async (trx) => {
      await insert(trx, 'a');
      await insert(database.db, 'b');
    });
    await expect(mixed).rejects.toThrow(/beside its open transaction/);
  });

  test('a transaction within a transaction throws instead of waiting forever', async () => {
    const database = await open<Rows>(rows);
    const nested = database.transaction(async (trx) => {
      await insert(trx, 'a');
      await database.transaction((inner) => insert(inner, 'b'));
    });
    await expect(nested).rejects.toThrow(/beside its open transaction/);
  });

  test('work that a transaction started can use the database after its end', async () => {
    const database = await open<Rows>(rows);
    const gate = Promise.withResolvers<void>();
    const late = await database.transaction(async (trx) => {
      await insert(trx, 'a');
      return { ended: gate.promise.then(() => insert(database.db, 'b')) };
    });
    gate.resolve();
    expect(await late.ended).toBe(1);
  });

  test('two handles that write at the same time lose no row', async () => {
    const handles = [await open<Rows>(rows), await open<Rows>(rows)];
    await Promise.all(
      handles.flatMap((handle, number) =>
        Array.from({ length: 25 }, (_, index) => handle.transaction((trx) => insert(trx, `${number}-${index}`))),
      ),
    );
    expect(await ids(handles[0] as Database<Rows>)).toHaveLength(50);
  });

  test('a store that is closed and opened again has its rows', async () => {
    const first = await open<Rows>(rows);
    await insert(first.db, 'a');
    await first.close();
    expect(await ids(await open<Rows>(rows))).toEqual(['a']);
  });

  describe('a migration', () => {
    const counted = (names: readonly string[]): { readonly runs: string[]; readonly migrations: Migrations } => {
      const runs: string[] = [];
      const up = (name: string) => async () => {
        runs.push(name);
      };
      return { runs, migrations: Object.fromEntries(names.map((name) => [name, up(name)])) };
    };

    test('runs once, also when the store is opened again', async () => {
      const { runs, migrations } = counted(['a-001', 'b-001']);
      await open(migrations);
      await open(migrations);
      expect(runs.toSorted()).toEqual(['a-001', 'b-001']);
    });

    test('of a later owner may sort before the others', async () => {
      await open(counted(['m-001', 'z-001']).migrations);
      const { runs, migrations } = counted(['z-001', 'a-001', 'm-001', 'm-002']);
      await open(migrations);
      expect(runs.toSorted()).toEqual(['a-001', 'm-002']);
    });

    test('runs once for two handles that open an empty store at the same time', async () => {
      const both = await Promise.all([open<Rows>(rows), open<Rows>(rows)]);
      expect(await Promise.all(both.map(ids))).toEqual([[], []]);
    });

    test('that fails is named and rolled back', async () => {
      const broken: Migrations = {
        ...rows,
        'rows-002': async () => {
          throw new Error('no');
        },
      };
      await expect(open<Rows>(broken)).rejects.toThrow('migration rows-002 failed');
      expect(await ids(await open<Rows>(rows))).toEqual([]);
    });
  });

  test('a handle has the kind of its engine', async () => {
    expect((await open<Rows>(rows)).kind).toBe(kind);
  });
});
