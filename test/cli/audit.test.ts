import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAudit } from '../../src/audit/audit.ts';
import { auditMigrations } from '../../src/audit/tables.ts';
import { sandboxDatabaseUrl } from '../../src/sandbox/folder.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { runProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const store = createAudit({ clock: createManualClock() });
const audit = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runProgram('cli/audit', folder(), settings, args);

/** A store with three entries. */
const writeStore = async (file: string, tamper: (database: Database) => Promise<unknown> = async () => {}) => {
  const database = await openDatabase(`sqlite:${join(folder(), file)}`, auditMigrations);
  for (const event of ['asked', 'approved', 'done']) {
    const entry = { about: 'c1', actor: 'a1', event, detail: { event } };
    await database.transaction((trx) => store.append(trx, entry));
  }
  await tamper(database);
  await database.close();
};
const forge = (database: Database) =>
  database.db.updateTable('audit').set({ actor: 'somebody else' }).where('seq', '=', 2).execute();

it('a whole chain is counted', async () => {
  await writeStore('mine.db');
  const { code, output } = await audit({}, 'verify', '--database', 'sqlite:mine.db');
  expect([code, output]).toEqual([0, 'audit: 3 entries, whole\n']);
});

it('the first entry that was edited is named', async () => {
  await writeStore('mine.db', forge);
  const { code, output } = await audit({}, 'verify', '--database', 'sqlite:mine.db');
  expect([code, output]).toEqual([1, 'audit: entry 2 was edited, dropped or moved\n']);
});

it('without --database it is the database of DATABASE_URL', async () => {
  await writeStore('mine.db');
  expect(await audit({ DATABASE_URL: 'sqlite:mine.db' }, 'verify')).toMatchObject({ code: 0 });
});

it("without either it is the sandbox's", async () => {
  await writeStore(sandboxDatabaseUrl.replace('sqlite:', ''));
  expect(await audit({}, 'verify')).toMatchObject({ code: 0, output: 'audit: 3 entries, whole\n' });
});

it('a database that is not there is said, and not made', async () => {
  const { code, errors } = await audit({}, 'verify', '--database', 'sqlite:none.db');
  expect([code, errors, existsSync(join(folder(), 'none.db'))]).toEqual([1, 'there is no database none.db\n', false]);
});

it.each([[[]], [['check']], [['verify', '--colour']], [['verify', 'mine.db']]])('%j tells the usage', async (args) => {
  expect(await audit({}, ...args)).toMatchObject({ code: 1, errors: expect.stringContaining('audit -- verify') });
});
