import { printDrift } from '../../src/cli/reconcile/print-drift.ts';
import { findDrift } from '../../src/features/access/drift/find-drift.ts';
import { migrations } from '../../src/features/migrations.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import { attackOf } from '../audit/attacks.ts';
import { forgeryViolations } from '../audit/audit.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../run-on-stores.ts';
import { exportViolations } from './export.ts';
import { storeWorld, vendorOf } from './store-world.ts';
import { NOW, policy, worldOf } from './world.ts';

const words = loadTexts().for('en');

/** @returns what differs between what `reconcile` names in a generated world and what a reader of docs/policy.md expects */
const worldViolations = async (database: Database, dice: Dice, run: number): Promise<string[]> => {
  const world = worldOf(dice, run);
  await storeWorld(database, world);
  const drift = await findDrift({ policy, vendor: vendorOf(world), db: database.db, now: NOW });
  const named = drift.mismatches.map(({ kind, person }) => `${kind} ${person.objectId}`).toSorted();
  const lines: string[] = [];
  const code = printDrift(drift, new Set(), words, dice.oneIn(2), (line) => lines.push(line));
  const differs = world.expected.length > 0 || world.unread.size > 0;
  const missing = world.expected.filter((one) => !named.includes(one));
  const invented = named.filter((one) => !world.expected.includes(one));
  return [
    ...missing.map((one) => `not named: ${one}`),
    ...invented.map((one) => `named, and nothing differs: ${one}`),
    ...(named.length === new Set(named).size ? [] : ['a difference was named twice']),
    ...(code === (differs ? 1 : 0) ? [] : [`exit ${code}`]),
    ...(drift.unread.length === world.unread.size ? [] : ['a place that could not be read was not named']),
    ...(lines.length > 0 ? [] : ['nothing was printed']),
  ];
};

/**
 * Statement 15: an edited audit is found, its export has everything and no secret, and `reconcile` names each difference between
 * the vendor, Steward's grants and the policy, and nothing else.
 */
export const driftProof = defineProof({
  name: 'access-15',
  says: 'every difference of a generated world is named and no other, a forged audit is found, its export comes back',
  short: { runs: 60, seed: 15 },
  runs: 3_000,
  runsEach: 3_000,
  shrinks: true,
  plan: (dice, run) => ({ dice, run, attack: attackOf(run) }),
  async world({ url }) {
    const database = await openDatabase(url, migrations);
    return { database, end: () => database.close() };
  },
  evidence: async ({ database }, { dice, run, attack }) => ({
    world: await worldViolations(database, dice, run),
    forgery: await forgeryViolations(database, attack, dice),
    files: await exportViolations(database, dice),
  }),
  laws: {
    'each difference is named and no other': ({ world }) => world,
    'what is forged is found': ({ forgery }) => forgery,
    'an export has everything and no secret': ({ files }) => files,
  },
});
