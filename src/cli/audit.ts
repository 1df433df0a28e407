import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { sealOpenChanges } from '#engine/changes/seal/seal.ts';
import { AUDIT_KEY_FILE, type AuditKey, type Head, readAuditKey } from '#platform/audit/chain.ts';
import { type AuditCheck, auditFormats, exportAudit, verifyAudit } from '#platform/audit/entries.ts';
import { beginKeyed } from '#platform/audit/open-audit.ts';
import { SECRETS_DIR } from '#platform/config/config.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { type Database, openExistingDatabase } from '#platform/storage/database.ts';
import { sandboxDatabaseUrl } from '../../sandbox/folder.ts';
import { readArguments, runCommand } from './command.ts';

const USAGE = `usage: npm run -s audit -- verify [--head NUMBER:HASH]… [--database sqlite:FILE|postgres://…]
       npm run -s audit -- export --format csv|jsonl [--database …]
       npm run -s audit -- begin [--database …]`;

/** `verify` checks the audit of `--database`, else DATABASE_URL, else the sandbox; `export` prints it; `begin` seals an older one. */
const main = async (): Promise<0 | 1> => {
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: { database: { type: 'string' }, format: { type: 'string' }, head: { type: 'string', multiple: true } },
  });
  const command = positionals.length === 1 ? commandOf(positionals[0] ?? '') : undefined;
  if (!command) throw new Error(USAGE);
  const heads = (values.head ?? []).map(readHead);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const url = values.database ?? process.env['DATABASE_URL'] ?? sandboxDatabaseUrl;
  const mode = url === sandboxDatabaseUrl ? 'sandbox' : 'production';
  if (command === 'export') return printAll(url, values.format);
  const secretsDir = process.env['SECRETS_DIR'] ?? SECRETS_DIR[mode];
  const database = openExistingDatabase(url);
  try {
    const key = readAuditKey(secretsDir);
    if (!key) throw new Error(`there is no ${AUDIT_KEY_FILE} in ${secretsDir}: SECRETS_DIR names the folder`);
    return await command(database, key, heads);
  } finally {
    await database.close();
  }
};

const commandOf = (name: string): Command | 'export' | undefined => (name === 'export' ? name : commands.get(name));

/** Needs no key: it checks nothing. */
const printAll = async (url: string, format: string | undefined): Promise<0> => {
  const known = auditFormats.find((one) => one === format);
  if (!known) throw new Error(USAGE);
  const database = openExistingDatabase(url);
  try {
    for await (const text of exportAudit(database.db, known)) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    }
    return 0;
  } finally {
    await database.close();
  }
};

type Command = (database: Database, key: AuditKey, heads: readonly Head[]) => Promise<0 | 1>;

const verify: Command = async ({ db }, key, heads) => {
  const verdict = await verifyAudit(db, key, heads);
  console.log(`audit: ${wordsOf(verdict)}`);
  if (!verdict.ok) return 1;
  if (heads.length === 0) {
    console.log('audit: entries missing at the end are found only with --head, from the log line audit.head');
  }
  return 0;
};

const begin: Command = async (database, key) => {
  await beginKeyed({ database, key, now: systemClock.now(), adopt: (trx) => sealOpenChanges(trx, { seal: key.mac }) });
  return verify(database, key, []);
};

const commands: ReadonlyMap<string, Command> = new Map([
  ['verify', verify],
  ['begin', begin],
]);

const wordsOf = (verdict: AuditCheck): string => {
  if (verdict.ok) {
    const { head, keyedFrom } = verdict;
    return `${head.seq} entries, complete, sealed from entry ${keyedFrom}; head ${head.seq}:${head.hash}`;
  }
  const { why, seq } = verdict;
  if (why === 'entry') return `entry ${seq} was edited, deleted, moved, or written without the key`;
  if (why === 'head') return `entry ${seq} differs from the logged one`;
  if (why === 'short') return `it ends with entry ${seq}, but a later one was logged: entries were removed`;
  return `none of its ${seq} entries is sealed: anybody with write access to the database may have written them`;
};

/** @param text as in the log, `547:9c1f…` */
const readHead = (text: string): Head => {
  const [, seq, hash] = /^(\d{1,10}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw new Error(USAGE);
  return { seq: Number(seq), hash };
};

await runCommand(main);
