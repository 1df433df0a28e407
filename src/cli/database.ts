import { existsSync } from 'node:fs';
import { migrations } from '#features/migrations.ts';
import { auditRights } from '#platform/audit/tables.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { grantTo } from '#platform/storage/grants.ts';
import { isProtected } from '#platform/storage/postgres-address.ts';
import { readArguments, runCommand } from './command.ts';

const USAGE = 'usage: npm run -s database -- migrate [--bot ROLE] [--database sqlite:FILE|postgres://…]';

/** `migrate` migrates the tables as their owner; `--bot` names the role that may then read and write rows, and only append to the audit. */
const main = async (): Promise<0> => {
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: { database: { type: 'string' }, bot: { type: 'string' } },
  });
  if (positionals.length !== 1 || positionals[0] !== 'migrate') throw new Error(USAGE);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const url = values.database ?? process.env['DATABASE_URL'];
  if (url === undefined) throw new Error(USAGE);
  const isPostgres = url.startsWith('postgres');
  if (isPostgres && !isProtected(url)) {
    throw new Error('PostgreSQL on another machine needs TLS: the address must have sslmode=verify-full');
  }
  if (values.bot !== undefined && !isPostgres) throw new Error('only PostgreSQL has roles: leave out --bot');
  const database = await openDatabase(url, migrations);
  try {
    const { bot } = values;
    if (bot !== undefined) await database.transaction((trx) => grantTo(trx, bot, auditRights));
    console.log(values.bot === undefined ? 'database: up to date' : `database: up to date, for the role ${values.bot}`);
    return 0;
  } finally {
    await database.close();
  }
};

await runCommand(main);
