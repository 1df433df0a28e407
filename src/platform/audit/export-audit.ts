import { BYTE_ORDER_MARK, csvCell, csvLine } from '#platform/lib/csv.ts';
import type { Db } from '#platform/storage/database.ts';
import type { AuditTable } from './tables.ts';

export const auditFormats = ['csv', 'jsonl'] as const;
type AuditFormat = (typeof auditFormats)[number];

/** Entries that are read at once. */
const BATCH = 1_000;

/** Column, and the name that it has in a file. */
const columns = [
  ['seq', 'seq'],
  ['at', 'at'],
  ['change_id', 'target'],
  ['actor', 'actor'],
  ['event', 'event'],
  ['detail_json', 'detail'],
  ['hash', 'hash'],
] as const satisfies readonly (readonly [keyof AuditTable, string])[];

/**
 * The whole audit as text, entry by entry: CSV with a head, or one JSON object on each line. Every column is as it is stored, so
 * that whoever has the key can check the chain of a file too. No entry has a secret: none is ever written into the audit.
 */
export async function* exportAudit(db: Db, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield `${BYTE_ORDER_MARK}${csvLine(columns.map(([, name]) => name))}`;
  const write = format === 'csv' ? csvOf : jsonOf;
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of rows) yield write(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

const csvOf = (row: AuditTable): string => csvLine(columns.map(([column]) => csvCell(row[column])));

const jsonOf = (row: AuditTable): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(([column, name]) => [name, row[column]])))}\n`;
