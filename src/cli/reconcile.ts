import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setupOf } from '#cli/doctor/begin.ts';
import type { Setup } from '#cli/doctor/examine.ts';
import { printDrift } from '#cli/reconcile/print-drift.ts';
import { createVendorClient } from '#cloud/client.ts';
import { type Drift, findDrift } from '#features/access/drift/find-drift.ts';
import { acknowledgedMarks } from '#features/access/drift/store.ts';
import { policySections } from '#features/index.ts';
import { migrations } from '#features/migrations.ts';
import { readConfig } from '#platform/config/config.ts';
import { createHttp } from '#platform/http/http.ts';
import { systemClock as clock, MINUTE } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { type Database, openExistingDatabase, schemaState } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { openPolicy } from '#policy/file/policy-store.ts';
import { sandboxBot, tenantId } from '../../sandbox/world.ts';
import { readArguments, runCommand } from './command.ts';

const USAGE = 'usage: npm run -s reconcile [-- --json]';

/** The longest time of one run. */
const PATIENCE_MS = 5 * MINUTE;

/** Compares the eligibilities at the policy's places with Steward's own grants, and writes nothing. Exit 1 for a difference or an unread place. */
const main = async (): Promise<0 | 1> => {
  const { json } = readArguments(USAGE, { options: { json: { type: 'boolean', default: false } } }).values;
  const readFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const refusedIds = [tenantId, sandboxBot.appId, sandboxBot.appPassword];
  const read = readConfig(process.env, { refusedIds, readFile });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { drift, acknowledged } = await compareAll(await setupOf(read.config));
  return printDrift(drift, acknowledged, loadTexts().for('en'), json);
};

interface Compared {
  readonly drift: Drift;
  /** The marks of mismatches that a person keeps. */
  readonly acknowledged: ReadonlySet<string>;
}

const compareAll = async ({ config }: Setup): Promise<Compared> => {
  const file = resolve(config.policyFile);
  const { tenantId: tenant } = config.bot;
  const store = await openPolicy({ file, sections: policySections, clock, log: silentLog, tenantId: tenant });
  const database = openExistingDatabase(config.databaseUrl.reveal());
  const http = createHttp({ clock, log: silentLog, proxy: config.proxy });
  try {
    await requireSchema(database);
    const vendor = createVendorClient({ http, settings: config.vendor, clock, ids: randomIds, log: silentLog });
    const now = clock.now();
    const drift = await findDrift({ policy: store.current(), vendor, db: database.db, now, endBy: now + PATIENCE_MS });
    const marks = drift.mismatches.map(({ mark }) => mark);
    return { drift, acknowledged: await acknowledgedMarks(database.db, marks) };
  } finally {
    await http.destroy();
    await database.close();
  }
};

/** Reading alone creates no table. */
const requireSchema = async ({ db }: Database): Promise<void> => {
  const { pending, unknown } = await schemaState(db, migrations);
  if (pending.length > 0) throw new Error('the database is of an older Steward: start this one once');
  if (unknown.length > 0) throw new Error('the database is of a newer Steward: use that version');
};

await runCommand(main);
