import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '#features/migrations.ts';
import { verifyAudit } from '#platform/audit/entries.ts';
import { openAudit } from '#platform/audit/open-audit.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { openDatabase, openExistingDatabase } from '#platform/storage/database.ts';
import cases from '../fixtures/stories/database-roles.json' with { type: 'json' };
import { testKey, writeTestKey } from '../support/audit.ts';
import { describeStoreUrls } from '../support/database.ts';
import { doctorOnDatabase } from '../support/doctor.ts';
import { startSteward } from '../support/steward.ts';
import { runProgram } from '../support/steward-process.ts';
import { inStore } from '../support/store-invariants.ts';
import { cardOf, pressApprove, requestRole } from '../support/story.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const script = readFileSync(join(import.meta.dirname, '../../scripts/postgres-roles.sql'), 'utf8');
const PASSWORD = 'of-a-role-under-test';
const NO_RIGHT = '42501';
const folder = folderPerTest();
const migrate = (...args: readonly string[]) => runProgram('cli/database', folder(), {}, ['migrate', ...args]);

/** Runs statements at an address, and gives the SQLSTATE where they are refused. */
const run = async (url: string, statements: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.end();
  }
};

const onSqlite = (url: () => string): void => {
  it('migrate makes the tables of a file', async () => {
    expect(await migrate('--database', url())).toMatchObject({ code: 0, output: 'database: up to date\n' });
  });

  it.each([
    ['a role on SQLite', ['--bot', 'steward_bot', '--database', 'sqlite:x.db'], 'only PostgreSQL has roles'],
    ['another machine without TLS', ['--database', 'postgres://u:canary@db.example/x'], 'sslmode=verify-full'],
    ['no database', [], 'usage:'],
  ])('%s is refused', async (_what, args, says) => {
    const { code, errors } = await migrate(...args);
    expect([code, errors]).toEqual([1, expect.stringContaining(says)]);
    expect(errors).not.toContain('canary');
  });
};

describeStoreUrls((kind, url) => {
  if (kind === 'sqlite') return onSqlite(url);
  const as = (role: string): string => Object.assign(new URL(url()), { username: role, password: PASSWORD }).href;
  const [bot, owner] = ['steward_bot', 'steward_owner'];

  beforeAll(async () => {
    const passwords = [bot, owner].map((role) => `alter role ${role} password '${PASSWORD}';`).join('');
    expect(await run(url(), `${script};${script};${passwords}`)).toBe('done');
  });
  // Roles belong to the server, not to the database.
  afterAll(() => run(url(), [owner, bot].map((role) => `drop owned by ${role} cascade; drop role ${role};`).join('')));

  it("the bot's role does not start on a database without tables, and says what to do", async () => {
    await expect(openDatabase(as(bot), migrations)).rejects.toThrow('npm run -s database -- migrate');
  });

  it("the doctor says that this role cannot make the tables, and the owner's can", async () => {
    expect([await doctorOnDatabase(as(bot)), await doctorOnDatabase(as(owner))]).toEqual([
      expect.stringMatching(
        /^fails: \d+ migrations are due, and this role has no right to do that → npm run -s database/,
      ),
      expect.stringMatching(/^\d+ migrations are due: Steward does them when it starts\.$/),
    ]);
  });

  describe('once the owner has made the tables', () => {
    beforeAll(async () => {
      const { code, output, errors } = await runProgram('cli/database', '/', {}, [
        ...['migrate', '--bot', bot, '--database', as(owner)],
      ]);
      expect([code, output, errors]).toEqual([0, 'database: up to date, for the role steward_bot\n', '']);
    });

    it('the main story runs with the role of the bot', async () => {
      const s = await startSteward({ databaseUrl: as(bot) });
      try {
        const asked = await requestRole(s, 'ana', 'contributor on payments for 5 days because I fix the payouts');
        expect(await pressApprove(s, 'bo', asked)).toContain('being granted');
        await cardOf(s, asked, 'Eligible until');
        expect(await inStore(s, (db) => verifyAudit(db, testKey))).toMatchObject({ ok: true });
      } finally {
        await s.end();
      }
    });

    it('the doctor finds every right that the role of the bot needs, and names each one that is missing', async () => {
      const complete = await doctorOnDatabase(as(bot));
      await run(as(owner), 'revoke update, delete on jobs from steward_bot');
      const incomplete = await doctorOnDatabase(as(bot));
      await run(as(owner), 'grant update, delete on jobs to steward_bot');
      expect([complete, incomplete]).toEqual([
        'PostgreSQL answers, is up to date, and the role has the rights that it needs.',
        'fails: the role lacks update on jobs, delete on jobs → npm run -s database -- migrate --bot ROLE, with the address of the tables’ owner.',
      ]);
    });

    it.each([
      [
        'insert into audit select max(seq) + 1, min(at), min(change_id), min(actor), min(event), min(detail_json), min(hash) from audit',
      ],
      ['select * from audit'],
    ])('it may: %s', async (statement) => {
      expect(await run(as(bot), `begin; ${statement}; rollback`)).toBe('done');
    });

    it.each(cases.refused)('it may not: $statement', async ({ statement }) => {
      expect(await run(as(bot), `begin; ${statement}; rollback`)).toBe(NO_RIGHT);
    });

    it('a version with another migration does not start, and says what to do', async () => {
      const newer = { ...migrations, 'zz-001-newer': async () => {} };
      await expect(openDatabase(as(bot), newer)).rejects.toThrow('npm run -s database -- migrate');
    });

    it.each([
      ['the role of the bot', () => as(bot), []],
      ['a role that may change the audit', url, ['audit.role-may-change']],
    ])('%s opens the audit with the warnings that it deserves', async (_what, address, warnings) => {
      writeTestKey(folder());
      const events: string[] = [];
      const log = createLogger('warn', { write: (line: string) => void events.push(JSON.parse(line).msg) });
      const database = openExistingDatabase(address());
      await openAudit({ database, secretsDir: folder(), clock: systemClock, log, adopt: async () => {} });
      await database.close();
      expect(events).toEqual(warnings);
    });

    it("the owner's own role is not taken for the bot's", async () => {
      const { code, errors } = await migrate('--bot', owner, '--database', as(owner));
      expect([code, errors]).toEqual([1, expect.stringContaining('steward_owner owns the tables')]);
    });
  });
});
