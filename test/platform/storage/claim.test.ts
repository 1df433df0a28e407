import { iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { type ClaimOptions, claimDue, rowCount } from '#platform/storage/claim.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { describeStores } from '../../support/database.ts';

interface Work {
  id: string;
  state: string;
  due_at: string;
  priority: number;
  attempts: number;
  lease_until: string | null;
  lease_owner: string | null;
}

interface WorkTables {
  work: Work;
}

const migrations: Migrations = {
  'work-001': (db) =>
    db.schema
      .createTable('work')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('priority', 'integer', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'text')
      .addColumn('lease_owner', 'text')
      .execute(),
};

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const LEASE_MS = MINUTE;

const put = async (
  { db }: Database<WorkTables>,
  ...rows: readonly (Partial<Work> & { id: string })[]
): Promise<void> => {
  const usual = { state: 'ready', due_at: iso(NOW), priority: 0, attempts: 0, lease_until: null, lease_owner: null };
  await db
    .insertInto('work')
    .values(rows.map((row) => ({ ...usual, ...row })))
    .execute();
};

const claim = ({ db }: Database<WorkTables>, options: Partial<ClaimOptions<Work>> = {}): Promise<Work[]> =>
  claimDue(db, 'work', { now: NOW, leaseMs: LEASE_MS, limit: 100, owner: 'one', ...options });

const idsOf = (rows: readonly Work[]): string[] => rows.map((row) => row.id);

describeStores((_, open) => {
  test('a claim returns the whole row with its lease', async () => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a' });
    expect(await claim(database)).toEqual([
      {
        id: 'a',
        state: 'ready',
        due_at: iso(NOW),
        priority: 0,
        attempts: 0,
        lease_until: iso(NOW + LEASE_MS),
        lease_owner: 'one',
      },
    ]);
  });

  test('a row is claimed once by many concurrent claims from two handles', async () => {
    const handles = [await open<WorkTables>(migrations), await open<WorkTables>(migrations)];
    const all = Array.from({ length: 60 }, (_, index) => `row-${index}`);
    await put(handles[0] as Database<WorkTables>, ...all.map((id) => ({ id })));
    const claims = handles.flatMap((handle, number) =>
      Array.from({ length: 10 }, (_, index) => claim(handle, { limit: 3, owner: `${number}-${index}` })),
    );
    const taken = (await Promise.all(claims)).flatMap(idsOf);
    expect(taken.toSorted()).toEqual(all.toSorted());
  });

  test('a claim takes at most the limit of rows', async () => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a' }, { id: 'b' }, { id: 'c' });
    expect(await claim(database, { limit: 2 })).toHaveLength(2);
  });

  test('a claim takes the oldest due time first', async () => {
    const database = await open<WorkTables>(migrations);
    await put(
      database,
      { id: 'young', due_at: iso(NOW) },
      { id: 'oldest', due_at: iso(NOW - 2 * SECOND) },
      { id: 'old', due_at: iso(NOW - SECOND) },
    );
    expect(idsOf(await claim(database))).toEqual(['oldest', 'old', 'young']);
  });

  test('a claim takes the smaller priority before the older due time, also at its limit', async () => {
    const database = await open<WorkTables>(migrations);
    await put(
      database,
      { id: 'late', priority: 10, due_at: iso(NOW - MINUTE) },
      { id: 'urgent', priority: 2 },
      { id: 'soon', priority: 9 },
    );
    expect(idsOf(await claim(database, { limit: 2, first: { column: 'priority', values: [2, 9, 10] } }))).toEqual([
      'urgent',
      'soon',
    ]);
  });

  test.each([
    ['due one millisecond later', { due_at: iso(NOW + 1) }],
    ['in another state', { state: 'done' }],
    ['leased until one millisecond later', { lease_until: iso(NOW + 1), lease_owner: 'two' }],
  ])('a row that is %s is not claimed', async (_, row) => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a', ...row });
    expect(await claim(database)).toEqual([]);
  });

  test('a row whose lease has ended is claimed again', async () => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a' });
    await claim(database, { owner: 'one' });
    const [row] = await claim(database, { now: NOW + LEASE_MS, owner: 'two' });
    expect(row?.lease_owner).toBe('two');
  });

  test('the holder of a lost lease changes nothing', async () => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a' });
    await claim(database, { owner: 'one' });
    await claim(database, { now: NOW + LEASE_MS, owner: 'two' });
    const late = await database.db
      .updateTable('work')
      .set({ state: 'done' })
      .where('lease_owner', '=', 'one')
      .executeTakeFirstOrThrow();
    expect(rowCount(late)).toBe(0);
  });

  test('each claim is counted where a column for the count is given', async () => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a' });
    await claim(database, { count: 'attempts' });
    const [row] = await claim(database, { count: 'attempts', now: NOW + LEASE_MS });
    expect(row?.attempts).toBe(2);
  });

  test('a claim inside a transaction that is rolled back leaves the row free', async () => {
    const database = await open<WorkTables>(migrations);
    await put(database, { id: 'a' });
    const broken = database.transaction(async (trx) => {
      await claim({ ...database, db: trx });
      throw new Error('stop');
    });
    await expect(broken).rejects.toThrow('stop');
    expect(idsOf(await claim(database))).toEqual(['a']);
  });
});
