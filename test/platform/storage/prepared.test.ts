import { sql } from 'kysely';
import type { Database, Db, Migrations } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { describeStores } from '../../support/database.ts';

const migrations: Migrations = {
  'notes-001': (db) =>
    db.schema
      .createTable('notices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('text_key', 'text', (column) => column.notNull())
      .addColumn('value_json', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute(),
};

const keysOf = prepared((db, id: string, before: string) =>
  db.selectFrom('notices').select('text_key').where('id', '=', id).where('created_at', '<', before).compile(),
);

const add = prepared((db, id: string, key: string, at: string) =>
  sql`insert into notices (id, text_key, value_json, created_at) values (${id}, ${key}, '{}', ${at})
    on conflict (id) do update set text_key = ${key}`.compile(db),
);

describeStores((_, open) => {
  const openNotices = (): Promise<Database> => open(migrations);

  test('a prepared query runs with the values of each call', async () => {
    const { db } = await openNotices();
    await add(db, 'a', 'first', '2026-01-01');
    await add(db, 'b', 'second', '2026-01-02');
    expect((await keysOf(db, 'a', '2026-02-01')).rows).toEqual([{ text_key: 'first' }]);
    expect((await keysOf(db, 'b', '2026-02-01')).rows).toEqual([{ text_key: 'second' }]);
    expect((await keysOf(db, 'b', '2026-01-02')).rows).toEqual([]);
  });

  test('a value that stands twice in a prepared query is the same in both places', async () => {
    const { db } = await openNotices();
    await add(db, 'a', 'first', '2026-01-01');
    const again = await add(db, 'a', 'second', '2026-01-01');
    expect(again.numAffectedRows).toBe(1n);
    expect((await keysOf(db, 'a', '2026-02-01')).rows).toEqual([{ text_key: 'second' }]);
  });

  test('a prepared query runs in the transaction that it is given', async () => {
    const { db, transaction } = await openNotices();
    const undone = transaction(async (trx) => {
      await add(trx, 'a', 'first', '2026-01-01');
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect((await keysOf(db, 'a', '2026-02-01')).rows).toEqual([]);
  });

  test('a prepared query that computes with its values is refused', async () => {
    const { db } = await openNotices();
    const ofKind = prepared((at: Db, kind: string) =>
      at.selectFrom('notices').selectAll().where('id', '=', `${kind}:1`).compile(),
    );
    expect(() => ofKind(db, 'alert')).toThrow('compute them before');
  });
});
