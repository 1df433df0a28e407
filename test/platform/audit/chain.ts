import { type AuditEntry, CHAIN_KEYED, plainHash } from '#platform/audit/chain.ts';
import type { AuditTable } from '#platform/audit/tables.ts';
import type { Database } from '#platform/storage/database.ts';

export const entryFor = (target: string): AuditEntry => ({
  target,
  actor: 'somebody',
  event: 'asked',
  detail: { target },
});

export const rowsOf = ({ db }: Database): Promise<AuditTable[]> =>
  db.selectFrom('audit').selectAll().orderBy('seq').execute();

/** Puts these rows in the place of all entries. */
export const replaceAll = async ({ db }: Database, rows: readonly AuditTable[]): Promise<void> => {
  await db.deleteFrom('audit').execute();
  if (rows.length > 0)
    await db
      .insertInto('audit')
      .values([...rows])
      .execute();
};

/** The same entries with hashes made anew by `hash`, numbered from 1. */
export const chained = (
  rows: readonly AuditTable[],
  hash: (before: string, row: Omit<AuditTable, 'hash'>) => string = plainHash,
): AuditTable[] => {
  const done: AuditTable[] = [];
  for (const { hash: _old, ...row } of rows) {
    const numbered = { ...row, seq: done.length + 1 };
    done.push({ ...numbered, hash: hash(done.at(-1)?.hash ?? '', numbered) });
  }
  return done;
};

/** Entries as a Steward without a key wrote them. */
export const writeUnkeyed = (database: Database, count: number): Promise<void> =>
  replaceAll(
    database,
    chained(
      Array.from({ length: count }, (_none, index) => ({
        ...{ seq: 0, at: '2026-03-02T09:00:00.000Z', change_id: `old${index}`, actor: 'somebody' },
        ...{ event: 'asked', detail_json: '{}', hash: '' },
      })),
    ),
  );

export const withoutKeyedEntry = (rows: readonly AuditTable[]): AuditTable[] =>
  rows.filter(({ event }) => event !== CHAIN_KEYED);
