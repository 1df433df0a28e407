import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openExistingDatabase } from '../../src/platform/storage/database.ts';
import { serve } from '../cluster/serve-parent.ts';

interface Ledger {
  ledger: { id: string; at: number };
}

/** What the parent may ask of the process that only writes. */
export interface LedgerFunctions {
  /** Opens the store by the bot's own layer and writes from then on, by single statements and by transactions in turn. */
  start(url: string): void;
  /** The rows whose writing was acknowledged since the last call. */
  acknowledged(): readonly string[];
}

const PAUSE_MS = 200;
/** Side by side, so that several connections are in use. */
const WRITERS = 3;

let acknowledged: string[] = [];

const writeOn = async ({ db, transaction }: Database<Ledger>, writer: number): Promise<never> => {
  for (let n = 0; ; n += 1) {
    const row = { id: `${process.pid}-${writer}-${n}`, at: Date.now() };
    const write =
      n % 2 === 0
        ? db.insertInto('ledger').values(row).execute()
        : transaction((trx) => trx.insertInto('ledger').values(row).execute());
    // What was not acknowledged may be there or not.
    await write.then(
      () => acknowledged.push(row.id),
      () => {},
    );
    await sleep(PAUSE_MS);
  }
};

const functions: LedgerFunctions = {
  start(url) {
    const database = openExistingDatabase<Ledger>(url);
    for (let writer = 0; writer < WRITERS; writer += 1) void writeOn(database, writer);
  },
  acknowledged() {
    const told = acknowledged;
    acknowledged = [];
    return told;
  },
};

serve(functions);
