import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { migrations } from '#features/migrations.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { describeStoreUrls } from '../../support/database.ts';
import { doctorOnDatabase } from '../../support/doctor.ts';
import { folderPerTest } from '../../support/temp-folder.ts';

const folder = folderPerTest();

it('a SQLite file that is not there comes with the start, and not with the check', async () => {
  const file = join(folder(), 'none', 'steward.db');
  expect([await doctorOnDatabase(`sqlite:${file}`), existsSync(join(folder(), 'none'))]).toEqual([
    `there is none yet: Steward creates ${file} when it starts.`,
    false,
  ]);
});

it('an empty SQLite file is as good as none', async () => {
  const file = join(folder(), 'empty.db');
  writeFileSync(file, '');
  expect(await doctorOnDatabase(`sqlite:${file}`)).toContain('there is none yet');
});

it('a folder that Steward may not write in fails', async () => {
  const file = join(folder(), 'plain');
  writeFileSync(file, '');
  expect(await doctorOnDatabase(`sqlite:${join(file, 'steward.db')}`)).toBe(
    `fails: Steward may not write in ${file}, where the database would be → let it, or change DATABASE_URL.`,
  );
});

it('a file that is no SQLite database fails, with its path', async () => {
  const file = join(folder(), 'notes.txt');
  writeFileSync(file, 'canary '.repeat(1_000));
  expect(await doctorOnDatabase(`sqlite:${file}`)).toBe(
    `fails: ${file} is no SQLite database → correct DATABASE_URL, or restore the file from its backup.`,
  );
});

/** Does work as somebody whom permissions bind, as they do not bind root. */
const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
  const own = process.geteuid?.() ?? 0;
  if (own !== 0) return work();
  process.seteuid?.(65_534);
  return work().finally(() => process.seteuid?.(own));
};

it('a SQLite file that Steward may only read fails, with what to do', async () => {
  const file = join(folder(), 'steward.db');
  await (await openDatabase(`sqlite:${file}`, migrations)).close();
  chmodSync(dirname(folder()), 0o711);
  chmodSync(folder(), 0o555);
  chmodSync(file, 0o444);
  expect(await asNobody(() => doctorOnDatabase(`sqlite:${file}`))).toBe(
    `fails: Steward may not write ${file}, or the files beside it → give the account that runs Steward the right, on a disk that is not read-only.`,
  );
  chmodSync(folder(), 0o755);
});

it('a PostgreSQL that does not answer fails, without its address', async () => {
  expect(await doctorOnDatabase('postgres://steward:canary@127.0.0.1:9/steward')).toBe(
    'fails: the database cannot be opened (ECONNREFUSED) → correct DATABASE_URL, and see whether the database runs and lets this account in.',
  );
});

describeStoreUrls((kind, url) => {
  const { 'connector-3-lists': _newest, ...older } = migrations;

  it('an older store is migrated at the start, and not by the check', async () => {
    await (await openDatabase(url(), older)).close();
    const due = 'one migration is due: Steward does it when it starts.';
    expect([await doctorOnDatabase(url()), await doctorOnDatabase(url())]).toEqual([due, due]);
  });

  it('a store that is up to date works, and the write that tries it is taken back', async () => {
    const database = await openDatabase(url(), migrations);
    const beats = async () => (await sql<{ beats: number }>`select beats from store_health`.execute(database.db)).rows;
    const before = await beats();
    const good = { sqlite: 'the file opens, is up to date', postgres: 'PostgreSQL answers, is up to date' }[kind];
    expect([await doctorOnDatabase(url()), await beats()]).toEqual([expect.stringContaining(good), before]);
    await database.close();
  });
});
