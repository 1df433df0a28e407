import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyAudit } from '../audit/audit.ts';
import { sandboxDatabaseUrl } from '../sandbox/folder.ts';
import { openExistingDatabase } from '../storage/database.ts';

const USAGE = 'usage: npm run -s audit -- verify [--database sqlite:FILE|postgres://…]';

/** `npm run -s audit -- verify`: walks the audit chain of `--database`, else DATABASE_URL, else the sandbox. */
const main = async (): Promise<0 | 1> => {
  const { values, positionals } = readArguments();
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new Error(USAGE);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const database = openExistingDatabase(values.database ?? process.env['DATABASE_URL'] ?? sandboxDatabaseUrl);
  try {
    const verdict = await verifyAudit(database.db);
    const { ok } = verdict;
    console.log(
      ok ? `audit: ${verdict.entries} entries, whole` : `audit: entry ${verdict.seq} was edited, dropped or moved`,
    );
    return ok ? 0 : 1;
  } finally {
    await database.close();
  }
};

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { database: { type: 'string' } } });
  } catch {
    throw new Error(USAGE);
  }
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown fault');
  process.exitCode = 1;
}
