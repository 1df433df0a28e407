import { sql } from 'kysely';
import pg from 'pg';
import { SECOND } from '#platform/lib/clock.ts';
import { type Database, type Migrations, openDatabase } from '#platform/storage/database.ts';
import { MOST_TRANSACTIONS, type Patience, turnPatience } from '#platform/storage/postgres.ts';
import { withStoreBudget } from '#platform/storage/transaction.ts';
import { describeStoreUrls } from '../../support/database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/postgres-proxy.ts';

interface Notes {
  notes: { id: string; text: string };
}

const migrations: Migrations = {
  'notes-001': async (db) => {
    await db.schema
      .createTable('notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    await db
      .insertInto('notes')
      .values([
        { id: 'head', text: '' },
        { id: 'tail', text: '' },
      ])
      .execute();
  },
};

/** As long as a test may take; each sets the one wait short that it is about. */
const long: Patience = {
  connectMs: 60 * SECOND,
  placeMs: 60 * SECOND,
  lockMs: 60 * SECOND,
  idleMs: 60 * SECOND,
  statementMs: 60 * SECOND,
  answerMs: 60 * SECOND,
};

const touch = (db: Database<Notes>['db'], id: string, text: string) =>
  db.updateTable('notes').set({ text }).where('id', '=', id).execute();

const textOf = async ({ db }: Database<Notes>, id: string): Promise<string | undefined> =>
  (await db.selectFrom('notes').select('text').where('id', '=', id).executeTakeFirst())?.text;

test('the timeouts together stay below the 5 s that Teams gives a press', () => {
  const { idleMs, lockMs, statementMs, answerMs } = turnPatience;
  expect([idleMs, lockMs, statementMs, answerMs, 5 * SECOND]).toEqual(
    [5 * SECOND, answerMs, statementMs, lockMs, idleMs].toSorted((a, b) => a - b),
  );
});

describeStoreUrls((kind, url) => {
  if (kind === 'sqlite') {
    test('SQLite has none of these timeouts', () => expect(url()).toMatch(/^sqlite:/));
    return;
  }
  let ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
  });

  const open = async (patience: Partial<Patience>, address = url()): Promise<Database<Notes>> => {
    const database = await openDatabase<Notes>(address, migrations, { ...long, ...patience });
    ends.push(() => database.close());
    return database;
  };

  /** A session of somebody whom no timeout of ours reaches, with the row locked. */
  const lock = async (id: string): Promise<() => Promise<void>> => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    await client.query('begin');
    await client.query("update notes set text = 'locked' where id = $1", [id]);
    const end = async (): Promise<void> => {
      ends = ends.filter((other) => other !== end);
      await client.end();
    };
    ends.push(end);
    return end;
  };

  const wire = async (): Promise<PostgresProxy> => {
    const proxy = await openPostgresProxy(url());
    ends.push(proxy.close);
    return proxy;
  };

  test('after a begin without an answer in time, an acknowledged insert is visible to all', async () => {
    const proxy = await wire();
    const database = await open({ answerMs: 200 }, proxy.url);
    const others = await open({});
    await database.db.selectFrom('notes').selectAll().execute();
    proxy.hold();
    const begun = database.transaction((trx) => touch(trx, 'head', 'late'));
    await expect(begun).rejects.toMatchObject({ code: 'Store.Busy', retryable: true });
    proxy.flow();
    await database.db.insertInto('notes').values({ id: 'kept', text: 'acknowledged' }).execute();
    expect(await textOf(others, 'kept')).toBe('acknowledged');
  });

  test('a transaction whose statement was not answered in time leaves no row and no lock behind', async () => {
    const proxy = await wire();
    const database = await open({ answerMs: 200 }, proxy.url);
    const broken = database.transaction(async (trx) => {
      await touch(trx, 'head', 'half');
      proxy.hold();
      await touch(trx, 'tail', 'half');
    });
    await expect(broken).rejects.toMatchObject({ code: 'Store.Busy' });
    proxy.flow();
    const others = await open({});
    await others.transaction((trx) => touch(trx, 'head', 'whole'));
    expect([await textOf(others, 'head'), await textOf(others, 'tail')]).toEqual(['whole', '']);
  });

  test('an idle transaction is rolled back, and a waiting transaction gets its lock', async () => {
    const [still, others] = [await open({ idleMs: 200 }), await open({})];
    const locked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let tries = 0;
    const standing = still.transaction(async (trx) => {
      tries += 1;
      await touch(trx, 'head', `stood still ${tries}`);
      locked.resolve();
      if (tries === 1) await goOn.promise;
      await touch(trx, 'tail', `stood still ${tries}`);
    });
    await locked.promise;
    await others.transaction((trx) => touch(trx, 'head', 'others'));
    expect(await textOf(others, 'head')).toBe('others');
    goOn.resolve();
    await standing;
    expect([tries, await textOf(others, 'tail')]).toEqual([2, 'stood still 2']);
  });

  test('a wait for a lock that is not released ends as busy', async () => {
    const database = await open({ lockMs: 200 });
    await lock('head');
    const waiting = database.transaction((trx) => touch(trx, 'head', 'mine'));
    await expect(waiting).rejects.toMatchObject({ code: 'Store.Busy', retryable: true });
  });

  test('a read is answered while more transactions wait for one lock than there are connections', async () => {
    const database = await open({});
    const end = await lock('head');
    let ended = 0;
    const waiting = Array.from({ length: 3 * MOST_TRANSACTIONS }, (_, n) =>
      database
        .transaction((trx) => touch(trx, 'head', `number ${n}`))
        .finally(() => {
          ended += 1;
        }),
    );
    expect(await textOf(database, 'tail')).toBeDefined();
    expect(ended).toBe(0);
    await end();
    await Promise.all(waiting);
  });

  test('a transaction that gets no slot in time ends as busy before it begins', async () => {
    const database = await open({ placeMs: 200 });
    const end = await lock('head');
    const holding = Array.from({ length: MOST_TRANSACTIONS }, () =>
      database.transaction((trx) => touch(trx, 'head', 'in turn')),
    );
    let began = false;
    const late = database.transaction(async () => {
      began = true;
    });
    await expect(late).rejects.toMatchObject({ code: 'Store.Busy' });
    expect(began).toBe(false);
    await end();
    await Promise.all(holding);
  });

  test('a turn that has used up its time for the store gets busy at once for every further query', async () => {
    const database = await open({});
    const end = await lock('head');
    await withStoreBudget(200, async () => {
      const waiting = database.transaction((trx) => touch(trx, 'head', 'mine'));
      await expect(waiting).rejects.toMatchObject({ code: 'Store.Busy' });
      await expect(textOf(database, 'tail')).rejects.toMatchObject({ code: 'Store.Busy' });
    });
    expect(await textOf(database, 'tail')).toBeDefined();
    await end();
    await database.transaction((trx) => touch(trx, 'head', 'mine after all'));
    expect(await textOf(database, 'head')).toBe('mine after all');
  });

  test('two transactions that wait for each other both commit', async () => {
    const [one, two] = [await open({}), await open({})];
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const crossing = (database: Database<Notes>, mine: number, ids: readonly [string, string]) =>
      database.transaction(async (trx) => {
        await touch(trx, ids[0], `crossed ${mine}`);
        both[mine]?.resolve();
        await Promise.all(both.map(({ promise }) => promise));
        await touch(trx, ids[1], `crossed ${mine}`);
      });
    await Promise.all([crossing(one, 0, ['head', 'tail']), crossing(two, 1, ['tail', 'head'])]);
    expect(await textOf(one, 'head')).toBe(await textOf(one, 'tail'));
  });

  test('a stopped server is reported as away', async () => {
    const proxy = await wire();
    const database = await open({}, proxy.url);
    await proxy.close();
    ends = ends.filter((end) => end !== proxy.close);
    await expect(sql`select 1`.execute(database.db)).rejects.toMatchObject({ code: 'Store.Away' });
  });
});
