import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_KEY_FILE, makeAuditKey, readAuditKey } from '#platform/audit/chain.ts';
import { verifyAudit } from '#platform/audit/entries.ts';
import { openAudit } from '#platform/audit/open-audit.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { folderPerTest } from '../../support/temp-folder.ts';
import { entryFor, replaceAll, writeUnkeyed } from './chain.ts';

const folder = folderPerTest();
const secretsDir = (): string => join(folder(), 'secrets');
const keyFile = (): string => join(secretsDir(), AUDIT_KEY_FILE);
const clock = createManualClock();

describeStores((_kind, open) => {
  const store = (): Promise<Database> => open(auditMigrations);
  const adopted: string[] = [];
  const start = async (database: Database) => {
    const adopt = async () => void adopted.push('once');
    return openAudit({ database, secretsDir: secretsDir(), clock, log: silentLog, adopt });
  };
  const whole = (database: Database) => {
    const key = readAuditKey(secretsDir());
    return key && verifyAudit(database.db, key);
  };
  const makeByHand = (text = 'h'.repeat(64)): void => {
    mkdirSync(secretsDir(), { recursive: true });
    writeFileSync(keyFile(), text);
  };

  it('the first start makes a key that only its owner may read, and the chain begins with it', async () => {
    const database = await store();
    await (await start(database)).record(entryFor('c'));
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await whole(database)).toMatchObject({ ok: true, head: { seq: 2 }, keyedFrom: 1 });
  });

  it('a later start uses the existing key', async () => {
    makeByHand();
    const database = await store();
    await start(database);
    await start(database);
    expect(readFileSync(keyFile(), 'utf8')).toBe('h'.repeat(64));
    expect(await whole(database)).toMatchObject({ ok: true, head: { seq: 1 } });
  });

  it('an unkeyed chain is continued with the first key, and open changes are sealed once at that moment', async () => {
    const database = await store();
    await writeUnkeyed(database, 3);
    adopted.length = 0;
    await start(database);
    await start(database);
    expect(adopted).toEqual(['once']);
    expect(await whole(database)).toMatchObject({ ok: true, head: { seq: 4 }, keyedFrom: 4 });
  });

  it('a missing key is a start-up error with a remedy, and no new key is made', async () => {
    const database = await store();
    await start(database);
    rmSync(keyFile());
    await expect(start(database)).rejects.toThrow(/steward\.audit-key is missing in SECRETS_DIR.*restore the file/);
    expect(() => statSync(keyFile())).toThrow('ENOENT');
  });

  it('a wrong key is a start-up error', async () => {
    const database = await store();
    await start(database);
    makeByHand();
    await expect(start(database)).rejects.toThrow(/does not match steward\.audit-key/);
  });

  it('an unkeyed chain beside an existing key is refused', async () => {
    const database = await store();
    await start(database);
    await writeUnkeyed(database, 3);
    await expect(start(database)).rejects.toThrow(/audit -- begin.*audit -- verify/);
  });

  it('an emptied audit begins a new chain, which only an earlier head shows, and open changes get no new seal', async () => {
    const database = await store();
    await (await start(database)).record(entryFor('c'));
    await replaceAll(database, []);
    adopted.length = 0;
    await start(database);
    expect(adopted).toEqual([]);
    expect(await whole(database)).toMatchObject({ ok: true, head: { seq: 1 } });
  });
});

it('a key that could be guessed is refused', () => {
  mkdirSync(secretsDir());
  writeFileSync(keyFile(), 'short');
  expect(() => readAuditKey(secretsDir())).toThrow(/at least 32 characters/);
});

it('where the key cannot be written, the error says how to create it', () => {
  writeFileSync(secretsDir(), 'a file where the folder should be');
  expect(() => makeAuditKey(secretsDir())).toThrow(/cannot be created \(E\w+\): create it yourself/);
});

it('two processes that make the key at once use the same key', () => {
  const [one, two] = [makeAuditKey(secretsDir()), makeAuditKey(secretsDir())];
  expect(one.mac('p', 1)).toBe(two.mac('p', 1));
});
