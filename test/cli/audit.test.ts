import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changesMigrations } from '#engine/changes/tables.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { sandboxDatabaseUrl } from '../../sandbox/folder.ts';
import { entryFor, rowsOf, writeUnkeyed } from '../platform/audit/chain.ts';
import { openTestAudit, writeTestKey } from '../support/audit.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { runProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const keyAt = { SECRETS_DIR: 'keys' } as const;
const audit = (args: readonly string[], settings: Readonly<Record<string, string>> = keyAt) =>
  runProgram('cli/audit', folder(), settings, args);

const open = (file: string): Promise<Database> =>
  openDatabase(`sqlite:${join(folder(), file)}`, { ...auditMigrations, ...changesMigrations });

/** A store with three entries, and their heads as the log has them. */
const writeStore = async (file: string, tamper: (database: Database) => Promise<unknown> = async () => {}) => {
  writeTestKey(join(folder(), keyAt.SECRETS_DIR));
  const database = await open(file);
  const log = await openTestAudit(database, createManualClock());
  for (const about of ['c1', 'c2']) await log.record(entryFor(about));
  const heads = (await rowsOf(database)).map(({ seq, hash }) => `${seq}:${hash}`);
  await tamper(database);
  await database.close();
  return heads;
};
const verifyMine = ['verify', '--database', 'sqlite:mine.db'] as const;
const HINT = 'audit: entries missing at the end are found only with --head, from the log line audit.head\n';

it('a complete chain is counted, and the limit of a check without a head is named', async () => {
  const heads = await writeStore('mine.db');
  const { code, output } = await audit(verifyMine);
  expect([code, output]).toEqual([0, `audit: 3 entries, complete, sealed from entry 1; head ${heads[2]}\n${HINT}`]);
});

it('a chain with the logged entries is complete', async () => {
  const [, second = '', third] = await writeStore('mine.db');
  const { code, output } = await audit([...verifyMine, '--head', second]);
  expect([code, output]).toEqual([0, `audit: 3 entries, complete, sealed from entry 1; head ${third}\n`]);
});

it('the first entry that was edited is named', async () => {
  await writeStore('mine.db', ({ db }) =>
    db.updateTable('audit').set({ actor: 'somebody else' }).where('seq', '=', 2).execute(),
  );
  const { code, output } = await audit(verifyMine);
  expect([code, output]).toEqual([1, 'audit: entry 2 was edited, deleted, moved, or written without the key\n']);
});

it('removed entries are found by the head in the log', async () => {
  const heads = await writeStore('mine.db', ({ db }) => db.deleteFrom('audit').where('seq', '=', 3).execute());
  const { code, output } = await audit([...verifyMine, '--head', heads[2] ?? '']);
  expect([code, output]).toEqual([
    1,
    'audit: it ends with entry 2, but a later one was logged: entries were removed\n',
  ]);
});

it('an audit that lost every entry is found without a head', async () => {
  await writeStore('mine.db', ({ db }) => db.deleteFrom('audit').execute());
  expect(await audit(verifyMine)).toMatchObject({ code: 1, output: expect.stringContaining('none of its 0 entries') });
});

it('another entry than the logged one is named', async () => {
  await writeStore('mine.db');
  const { code, output } = await audit([...verifyMine, '--head', `2:${'0'.repeat(64)}`]);
  expect([code, output]).toEqual([1, 'audit: entry 2 differs from the logged one\n']);
});

it('begin seals the audit of an older version', async () => {
  writeTestKey(join(folder(), keyAt.SECRETS_DIR));
  const database = await open('mine.db');
  await writeUnkeyed(database, 2);
  await database.close();
  expect(await audit(verifyMine)).toMatchObject({ code: 1, output: expect.stringContaining('none of its 2 entries') });
  const begun = await audit(['begin', '--database', 'sqlite:mine.db']);
  expect(begun).toMatchObject({ code: 0, output: expect.stringContaining('3 entries, complete, sealed from entry 3') });
});

it('without the key nothing is verified, and the folder is named', async () => {
  await writeStore('mine.db');
  const { code, errors } = await audit(verifyMine, {});
  const said = 'there is no steward.audit-key in ./data/secrets: SECRETS_DIR names the folder\n';
  expect([code, errors]).toEqual([1, said]);
});

it('without --database it is the database of DATABASE_URL', async () => {
  await writeStore('mine.db');
  expect(await audit(['verify'], { ...keyAt, DATABASE_URL: 'sqlite:mine.db' })).toMatchObject({ code: 0 });
});

it("without any setting it is the sandbox's, with the sandbox's key", async () => {
  const file = sandboxDatabaseUrl.replace('sqlite:', '');
  await writeStore(file);
  writeTestKey(join(folder(), dirname(file), 'secrets'));
  expect(await audit(['verify'], {})).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 entries, complete'),
  });
});

it('a database that is not there is said, and not made', async () => {
  const { code, errors } = await audit(['verify', '--database', 'sqlite:none.db']);
  expect([code, errors, existsSync(join(folder(), 'none.db'))]).toEqual([1, 'there is no database none.db\n', false]);
});

it.each([[[]], [['check']], [['verify', '--colour']], [['verify', 'mine.db']], [['verify', '--head', '3']]])(
  '%j tells the usage',
  async (args) => {
    expect(await audit(args)).toMatchObject({ code: 1, errors: expect.stringContaining('audit -- verify') });
  },
);

it.each(['csv', 'jsonl'])('an export as %s has every entry, and needs no key', async (format) => {
  const heads = await writeStore('mine.db');
  const { code, output } = await audit(['export', '--format', format, '--database', 'sqlite:mine.db'], {});
  expect(code).toBe(0);
  for (const head of heads) expect(output).toContain(head.split(':')[1]);
});

it('an export without a known format says how to call it', async () => {
  await writeStore('mine.db');
  expect(await audit(['export', '--format', 'xml'], {})).toMatchObject({
    code: 1,
    errors: expect.stringContaining('export --format csv|jsonl'),
  });
});
