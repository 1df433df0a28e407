import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '#platform/storage/database.ts';
import { type AuditKey, CHAIN_KEYED, type Head, keyedHash, newestEntries, plainHash } from './chain.ts';
import type { AuditTable } from './tables.ts';

/** The result of checking the audit. */
export type AuditCheck =
  | {
      readonly ok: true;
      readonly head: Head;
      /** The first sealed entry; entries before it are from older versions. */
      readonly keyedFrom: number;
    }
  | {
      readonly ok: false;
      /**
       * `entry`: it was edited, deleted, moved, or written without the key. `unkeyed`: no entry is sealed, so anybody may have
       * written all of them. `head`: an entry differs from the logged one. `short`: a logged entry is missing.
       */
      readonly why: 'entry' | 'unkeyed' | 'head' | 'short';
      /** The first wrong entry; the last one if entries are missing or none is sealed. */
      readonly seq: number;
    };

/**
 * Checks the whole chain. The key shows every edit, gap, move and forged entry. Only an earlier head shows missing entries
 * at the end; it must come from a place that is out of reach of anybody who can write the database.
 * @param heads entries from the log
 */
export const verifyAudit = async (db: Db, key: AuditKey, heads: readonly Head[] = []): Promise<AuditCheck> => {
  const [newest] = await newestEntries(db, 1);
  let head: Head = { seq: 0, hash: '' };
  let keyedFrom: number | undefined;
  for await (const row of entriesOf(db)) {
    const seq = head.seq + 1;
    if (row.event === CHAIN_KEYED) keyedFrom ??= seq;
    const right = keyedFrom === undefined ? plainHash(head.hash, row) : keyedHash(key, head.hash, row);
    if (row.seq !== seq || row.hash !== right) return { ok: false, why: 'entry', seq };
    if (heads.some((known) => known.seq === seq && known.hash !== row.hash)) return { ok: false, why: 'head', seq };
    head = { seq, hash: row.hash };
  }
  if (head.seq < (newest?.seq ?? 0)) return { ok: false, why: 'entry', seq: head.seq + 1 };
  if (heads.some(({ seq }) => seq > head.seq)) return { ok: false, why: 'short', seq: head.seq };
  return keyedFrom === undefined ? { ok: false, why: 'unkeyed', seq: head.seq } : { ok: true, head, keyedFrom };
};

const PAGE = 500;

async function* entriesOf(db: Db): AsyncIterable<AuditTable> {
  const page = db.selectFrom('audit').selectAll().orderBy('seq').limit(PAGE);
  for (let rows = await page.execute(); ; ) {
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    // SQLite answers at once: without a turn of the event loop, the native parts of used hashes would never be freed.
    await nextTurn();
    rows = await page.where('seq', '>', last.seq).execute();
  }
}
