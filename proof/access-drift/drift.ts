import { isDeepStrictEqual } from 'node:util';
import { printDrift } from '../../src/cli/reconcile/print-drift.ts';
import { findDrift } from '../../src/features/access/drift/find-drift.ts';
import { migrations } from '../../src/features/migrations.ts';
import { exportAudit, verifyAudit } from '../../src/platform/audit/entries.ts';
import type { AuditTable } from '../../src/platform/audit/tables.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import { replaceAll, rowsOf } from '../../test/platform/audit/chain.ts';
import { openTestAudit, SECRET, testKey } from '../../test/support/audit.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { readCsv } from '../../test/support/read-csv.ts';
import { attackOf, forgeryViolations } from '../audit/audit.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../lib/dice.ts';
import { storeWorld, vendorOf } from './store-world.ts';
import { NOW, policy, worldOf } from './world.ts';

/** What people write, and what a spreadsheet or a reader of lines would take for something else. */
const hostile = [
  '=1+1',
  '"quoted", and more',
  'two\r\nlines',
  "'; drop",
  '+49',
  '-',
  '@here',
  '\ttab',
  'ä 🌍 \u2028',
  "''",
  '7.50',
];

/** @returns what of an audit does not come back from its files, or must not be in them */
const exportViolations = async (database: Database, dice: Dice): Promise<string[]> => {
  await replaceAll(database, []);
  const audit = await openTestAudit(database, createManualClock());
  for (let left = 1 + dice.below(6); left > 0; left -= 1) {
    const detail = { reason: dice.pick(hostile), note: `${dice.pick(hostile)}${dice.pick(hostile)}` };
    await audit.record({ target: dice.pick(hostile), actor: dice.pick(hostile), event: 'asked', detail });
  }
  const rows = await rowsOf(database);
  const texts = { csv: await textOf(database, 'csv'), jsonl: await textOf(database, 'jsonl') };
  const back = { csv: fromCsv(texts.csv), jsonl: fromJsonl(texts.jsonl) };
  const wrong = (['csv', 'jsonl'] as const).flatMap((format) => [
    ...(isDeepStrictEqual(
      back[format],
      rows.map((row) => ({ ...row })),
    )
      ? []
      : [`${format} does not give back the audit`]),
    ...(texts[format].includes(SECRET) ? [`${format} has the key`] : []),
  ]);
  await replaceAll(database, back.csv);
  const check = await verifyAudit(database.db, testKey);
  return [...wrong, ...(check.ok ? [] : ['what was read back is called forged'])];
};

const textOf = async ({ db }: Database, format: 'csv' | 'jsonl'): Promise<string> => {
  const parts: string[] = [];
  for await (const part of exportAudit(db, format)) parts.push(part);
  return parts.join('');
};

const NAMES = ['seq', 'at', 'target', 'actor', 'event', 'detail', 'hash'] as const;

const rowOf = (of: Readonly<Record<string, string>>): AuditTable => ({
  seq: Number(of['seq']),
  at: of['at'] ?? '',
  change_id: of['target'] ?? '',
  actor: of['actor'] ?? '',
  event: of['event'] ?? '',
  detail_json: of['detail'] ?? '',
  hash: of['hash'] ?? '',
});

const fromJsonl = (text: string): AuditTable[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => rowOf(JSON.parse(line) as Record<string, string>));

/** As docs/settings.md says: without one apostrophe at the beginning, and one behind each separator. */
const withoutGuard = (text: string): string => text.replace(/^'|(?<=[;\t|\r\n])'/g, '');

const fromCsv = (text: string): AuditTable[] => {
  const [head, ...lines] = readCsv(text).map((cells) =>
    cells.map((cell) => (cell.quoted ? withoutGuard(cell.text) : cell.text)),
  );
  if (head?.join() !== NAMES.join()) throw new Error(`the head is ${head}`);
  return lines.map((cells) => rowOf(Object.fromEntries(NAMES.map((name, at) => [name, cells[at] ?? '']))));
};

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
