import type { Generated } from 'kysely';
import { rowCount } from '../../src/storage/claim.ts';
import type { Database, Migrations } from '../../src/storage/database.ts';
import { describeEmptyStores } from '../support/database.ts';

interface Things {
  things: { id: string; label: string | null; size: number; version: Generated<number> };
}

const things: Migrations = {
  'things-001': {
    up: (db) =>
      db.schema
        .createTable('things')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('label', 'text')
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute(),
  },
};

const thing = (id: string) => ({ id, label: `label of ${id}`, size: 1 });

const insert = async (db: Database<Things>['db'], id: string): Promise<number> =>
  rowCount(
    await db
      .insertInto('things')
      .values(thing(id))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  );

const ids = async ({ db }: Database<Things>): Promise<string[]> =>
  (await db.selectFrom('things').select('id').orderBy('id').execute()).map((row) => row.id);

/** One of the two who decide: takes version 1 to version 2 if nobody has. */
const decide = async ({ db }: Database<Things>, label: string): Promise<number> =>
  rowCount(
    await db
      .updateTable('things')
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
  ])('%s comes back as it went in', async (_, label) => {
    const { db } = await open<Things>(things);
    await db.insertInto('things').values({ id: 'a', label, size: 1 }).execute();
    expect(await db.selectFrom('things').select('label').execute()).toEqual([{ label }]);
  });

  test.each([0, -1, 2_147_483_647])('the number %d comes back as it went in', async (size) => {
    const { db } = await open<Things>(things);
    await db.insertInto('things').values({ id: 'a', label: null, size }).execute();
    expect(await db.selectFrom('things').select('size').execute()).toEqual([{ size }]);
  });

  test('a count is a number', async () => {
    const { db } = await open<Things>(things);
    await insert(db, 'a');
    const row = await db
      .selectFrom('things')
      .select((one) => one.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    expect(row).toStrictEqual({ count: 1 });
  });

  test('an object as a value is refused and nothing is written', async () => {
    const database = await open<Things>(things);
    const label = { $label: 'x' } as unknown as string;
    const refused = database.transaction((trx) =>
      trx.insertInto('things').values({ id: 'a', label, size: 1 }).execute(),
    );
    await expect(refused).rejects.toThrow(/cannot bind/);
    expect(await ids(database)).toEqual([]);
  });

  test('of two inserts with one key the second touches no row and raises no error', async () => {
    const { db } = await open<Things>(things);
    expect([await insert(db, 'a'), await insert(db, 'a')]).toEqual([1, 0]);
  });

  test('of two who update on one condition at once, from two handles, one wins', async () => {
    const [one, two] = [await open<Things>(things), await open<Things>(things)];
    await insert(one.db, 'a');
    const touched = await Promise.all([decide(one, 'one'), decide(two, 'two')]);
    expect(touched.toSorted()).toEqual([0, 1]);
  });

  test('of many who update on one condition at once inside transactions, one wins', async () => {
    const handles = [await open<Things>(things), await open<Things>(things)];
    await insert((handles[0] as Database<Things>).db, 'a');
    const tries = handles.flatMap((handle) =>
      Array.from({ length: 8 }, (_, index) =>
        handle.transaction((trx) => decide({ ...handle, db: trx }, `label ${index}`)),
      ),
    );
    const touched = await Promise.all(tries);
    expect(touched.filter((count) => count === 1)).toHaveLength(1);
  });

  test('a transaction that throws leaves nothing of its own and everything of others', async () => {
    const database = await open<Things>(things);
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

  test('what a transaction wrote is seen by another handle after its end', async () => {
    const [one, two] = [await open<Things>(things), await open<Things>(things)];
    await one.transaction((trx) => insert(trx, 'a'));
    expect(await ids(two)).toEqual(['a']);
  });

  test('a query beside the open transaction throws instead of waiting for ever', async () => {
    const database = await open<Things>(things);
    const mixed = database.transaction(async (trx) => {
      await insert(trx, 'a');
      await insert(database.db, 'b');
    });
    await expect(mixed).rejects.toThrow(/beside its open transaction/);
  });

  test('a transaction inside a transaction throws instead of waiting for ever', async () => {
    const database = await open<Things>(things);
    const nested = database.transaction(async (trx) => {
      await insert(trx, 'a');
      await database.transaction((inner) => insert(inner, 'b'));
    });
    await expect(nested).rejects.toThrow(/beside its open transaction/);
  });

  test('what a transaction started may use the database after its end', async () => {
    const database = await open<Things>(things);
    const gate = Promise.withResolvers<void>();
    const late = await database.transaction(async (trx) => {
      await insert(trx, 'a');
      return { ended: gate.promise.then(() => insert(database.db, 'b')) };
    });
    gate.resolve();
    expect(await late.ended).toBe(1);
  });

  test('two handles that write at once lose nothing', async () => {
    const handles = [await open<Things>(things), await open<Things>(things)];
    await Promise.all(
      handles.flatMap((handle, number) =>
        Array.from({ length: 25 }, (_, index) => handle.transaction((trx) => insert(trx, `${number}-${index}`))),
      ),
    );
    expect(await ids(handles[0] as Database<Things>)).toHaveLength(50);
  });

  test('closed and opened again, the store holds what it held', async () => {
    const first = await open<Things>(things);
    await insert(first.db, 'a');
    await first.close();
    expect(await ids(await open<Things>(things))).toEqual(['a']);
  });

  describe('migrations', () => {
    const counted = (names: readonly string[]): { readonly runs: string[]; readonly migrations: Migrations } => {
      const runs: string[] = [];
      const up = (name: string) => async () => {
        runs.push(name);
      };
      return { runs, migrations: Object.fromEntries(names.map((name) => [name, { up: up(name) }])) };
    };

    test('each runs once, also when the store is opened again', async () => {
      const { runs, migrations } = counted(['a-001', 'b-001']);
      await open(migrations);
      await open(migrations);
      expect(runs.toSorted()).toEqual(['a-001', 'b-001']);
    });

    test('an owner that comes later may sort before the others', async () => {
      await open(counted(['m-001', 'z-001']).migrations);
      const { runs, migrations } = counted(['z-001', 'a-001', 'm-001', 'm-002']);
      await open(migrations);
      expect(runs.toSorted()).toEqual(['a-001', 'm-002']);
    });

    test('two who open an empty store at once both succeed', async () => {
      const both = await Promise.all([open<Things>(things), open<Things>(things)]);
      expect(await Promise.all(both.map(ids))).toEqual([[], []]);
    });

    test('one that fails is named and leaves nothing behind', async () => {
      const broken: Migrations = {
        ...things,
        'things-002': {
          up: async () => {
            throw new Error('no');
          },
        },
      };
      await expect(open<Things>(broken)).rejects.toThrow('migration things-002 failed');
      expect(await ids(await open<Things>(things))).toEqual([]);
    });
  });

  test('the handle says which engine it is', async () => {
    expect((await open<Things>(things)).kind).toBe(kind);
  });
});
