import { isDeepStrictEqual } from 'node:util';
import { createAudit } from '../../src/platform/audit/audit.ts';
import type { Head } from '../../src/platform/audit/chain.ts';
import { verifyAudit } from '../../src/platform/audit/entries.ts';
import { beginKeyed } from '../../src/platform/audit/open-audit.ts';
import { auditMigrations } from '../../src/platform/audit/tables.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { replaceAll, rowsOf, writeUnkeyed } from '../../test/platform/audit/chain.ts';
import { testKey } from '../../test/support/audit.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../run-on-stores.ts';
import { type Attack, attackOf, attacks } from './attacks.ts';

const adopt = async (): Promise<void> => {};

/** An honest audit of 3 to 40 entries, in each third run with some of an older Steward before them. @returns heads as the log has them */
const writeHonest = async (database: Database, dice: Dice): Promise<readonly Head[]> => {
  await replaceAll(database, []);
  if (dice.oneIn(3)) await writeUnkeyed(database, 1 + dice.below(10));
  await beginKeyed({ database, key: testKey, now: systemClock.now(), adopt });
  const audit = createAudit({ database, key: testKey, clock: systemClock, log: silentLog });
  const count = 2 + dice.below(28);
  await database.transaction(async (trx) => {
    for (let n = 0; n < count; n += 1) {
      const event = dice.pick(['asked', 'approved', 'denied', 'sending', 'done'] as const);
      const entry = { target: `c${dice.below(5)}`, actor: `person ${dice.below(4)}`, event, detail: { n } };
      await audit.append(trx, entry);
    }
  });
  const rows = await rowsOf(database);
  const logged = rows.filter((_row, at) => at === rows.length - 1 || dice.oneIn(4));
  return logged.map(({ seq, hash }) => ({ seq, hash }));
};

/** @returns what does not hold of one audit, before and after somebody forged it */
export const forgeryViolations = async (database: Database, attack: Attack, dice: Dice): Promise<string[]> => {
  const heads = await writeHonest(database, dice);
  const verify = () => Promise.all([[], heads].map((known) => verifyAudit(database.db, testKey, known)));
  const [alone, logged] = await verify();
  const honest = [alone, logged].every((check) => check?.ok) ? [] : ['an honest audit was called forged'];
  const rows = await rowsOf(database);
  const forged = attack.forge(rows, dice, 1 + dice.below(rows.length - 1));
  if (isDeepStrictEqual(forged, rows)) throw new Error(`${attack.name}: nothing was forged`);
  await replaceAll(database, forged);
  const [forgedAlone, forgedLogged] = await verify();
  return [
    ...honest,
    ...(forgedLogged?.ok ? [`${attack.name}: not detected`] : []),
    ...(forgedAlone?.ok && !attack.needsHead ? [`${attack.name}: not detected without a head`] : []),
  ];
};

/** Whatever somebody does to the audit who writes the database and has not the key is found; what is honest passes. */
export const auditProof = defineProof({
  name: 'audit',
  says: 'every way to forge the audit is found on both stores, and what is honest passes',
  short: { runs: 4 * attacks.length, seed: 14 },
  runs: 1_000,
  runsEach: 1_000,
  shrinks: true,
  plan: (dice, run) => ({ dice, attack: attackOf(run) }),
  async world({ url }) {
    const database = await openDatabase(url, auditMigrations);
    return { database, end: () => database.close() };
  },
  evidence: ({ database }, { dice, attack }) => forgeryViolations(database, attack, dice),
  laws: { 'what is forged is found, and what is honest passes': (wrong) => wrong },
});
