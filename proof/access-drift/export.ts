import { isDeepStrictEqual } from 'node:util';
import { exportAudit, verifyAudit } from '../../src/platform/audit/entries.ts';
import type { AuditTable } from '../../src/platform/audit/tables.ts';
import type { Database } from '../../src/platform/storage/database.ts';
import { replaceAll, rowsOf } from '../../test/platform/audit/chain.ts';
import { openTestAudit, SECRET, testKey } from '../../test/support/audit.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { readCsv } from '../../test/support/read-csv.ts';
import type { Dice } from '../run-on-stores.ts';

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
export const exportViolations = async (database: Database, dice: Dice): Promise<string[]> => {
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
