import { migrations } from '#features/migrations.ts';
import { openDatabase } from '#platform/storage/database.ts';
import columns from '../fixtures/deciding-columns.json' with { type: 'json' };

/**
 * `sealed`: an HMAC shows an edit. `compared`: the audit shows it, when the column is used. `unsealed`: it decides something, and an edit
 * is not noticed (docs/security.md says what it can bring). `nothing: why` for all others, or the reason of a whole table.
 */
const CLASS = /^(sealed|compared|unsealed|nothing: [a-z]+)$/;

it('each column of the store is sealed, compared with the audit, named as unsealed, or decides nothing', async () => {
  const database = await openDatabase('sqlite::memory:', migrations);
  const tables = await database.db.introspection.getTables();
  await database.close();
  const classified = Object.entries(columns).map(([table, of]) => [
    table,
    typeof of === 'string'
      ? tables.find(({ name }) => name === table)?.columns.map(({ name }) => name)
      : Object.keys(of),
  ]);
  const stored = tables.map(({ name, columns: own }) => [name, own.map((column) => column.name)]);
  const sorted = (all: readonly unknown[][]) =>
    Object.fromEntries(all.map(([table, own]) => [table, (own as string[]).toSorted()]));
  expect(sorted(classified)).toEqual(sorted(stored));
  const classes = Object.values(columns).flatMap((of) => (typeof of === 'string' ? [] : Object.values(of)));
  expect(classes.filter((one) => !CLASS.test(one))).toEqual([]);
});
