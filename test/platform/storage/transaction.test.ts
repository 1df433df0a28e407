import type { Database, Migrations } from '#platform/storage/database.ts';
import { StoreError } from '#platform/storage/failure.ts';
import { afterCommit, retryDeadlocks } from '#platform/storage/transaction.ts';
import { describeStores } from '../../support/database.ts';

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

describeStores((_kind, open) => {
  let database: Database<Notes>;
  let others: Database<Notes>;
  /** What another handle can read at each run of the effect. */
  let committed: Promise<string[]>[];
  const effect = (): void => void committed.push(readIds());
  const readIds = async () =>
    (await others.db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);
  const insert = (db: Database<Notes>['db'], id: string) => db.insertInto('notes').values({ id }).execute();

  beforeEach(async () => {
    database = await open<Notes>(migrations);
    others = await open<Notes>(migrations);
    committed = [];
  });

  test('an effect runs after the commit, once for all writes of the transaction', async () => {
    await database.transaction(async (trx) => {
      for (const id of ['a', 'b', 'c']) {
        await insert(trx, id);
        afterCommit(effect);
      }
      expect(committed).toEqual([]);
    });
    expect(await Promise.all(committed)).toEqual([['a', 'b', 'c']]);
  });

  test('an effect does not run after a rollback', async () => {
    const broken = database.transaction(async (trx) => {
      await insert(trx, 'a');
      afterCommit(effect);
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(committed).toEqual([]);
  });

  test('an effect of a transaction that a deadlock ended runs once, after the commit of its repetition', async () => {
    let tries = 0;
    await database.transaction(async (trx) => {
      tries += 1;
      await insert(trx, `try ${tries}`);
      afterCommit(effect);
      if (tries === 1) throw new StoreError('busy', { code: '40P01' });
    });
    expect(await Promise.all(committed)).toEqual([['try 2']]);
  });

  test('an effect outside a transaction runs at once', async () => {
    await insert(database.db, 'a');
    afterCommit(effect);
    expect(await Promise.all(committed)).toEqual([['a']]);
  });

  test('an effect of a write that shares its commit with others runs after that commit', async () => {
    const write = (id: string) =>
      database.write(async (db) => {
        await insert(db, id);
        afterCommit(effect);
      });
    await Promise.all([write('a'), write('b')]);
    for (const ids of await Promise.all(committed)) expect(ids).toEqual(expect.arrayContaining(['a']));
    expect(await readIds()).toEqual(['a', 'b']);
  });
});

/** A transaction whose first runs end so. */
const transactionThat = (codes: readonly (string | undefined)[]) => {
  let runs = 0;
  const run = async () => {
    const code = codes[runs];
    runs += 1;
    if (code !== undefined) throw new StoreError('busy', { code });
    return 'done';
  };
  return { run: () => retryDeadlocks(run), runs: () => runs };
};

it('a transaction that ended in deadlocks runs again', async () => {
  const transaction = transactionThat(['40P01', '40P01']);
  expect(await transaction.run()).toBe('done');
  expect(transaction.runs()).toBe(3);
});

it('a transaction that always ends in a deadlock fails after five runs', async () => {
  const transaction = transactionThat(Array.from({ length: 50 }, () => '40P01'));
  await expect(transaction.run()).rejects.toMatchObject({ cause: { code: '40P01' } });
  expect(transaction.runs()).toBe(5);
});

it('a transaction that failed for another reason does not run again', async () => {
  const transaction = transactionThat(['23505']);
  await expect(transaction.run()).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(transaction.runs()).toBe(1);
});
