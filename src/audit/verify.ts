import type { Db } from '../storage/database.ts';
import { type AuditKey, CHAIN_KEYED, type Head, keyedHash, newestEntries, plainHash } from './chain.ts';
import type { AuditTable } from './tables.ts';

/** What a walk through the audit has come to. */
export type AuditCheck =
  | {
      readonly ok: true;
      readonly head: Head;
      /** The first entry with a key; those before it an older Steward wrote without one. */
      readonly keyedFrom: number;
    }
  | {
      readonly ok: false;
      /**
       * `entry`: it was edited, dropped, moved, or written without the key. `unkeyed`: there is no entry with a key, so anybody
       * may have written all of them. `head`: an entry is not the one that was logged. `short`: one that was logged is gone.
       */
      readonly why: 'entry' | 'unkeyed' | 'head' | 'short';
      /** The first entry that is wrong, or the last one where there are too few or none with a key. */
      readonly seq: number;
    };

/**
 * Walks the whole chain. The key alone shows every edit, gap, move and forged entry; that entries are missing at the end
 * only an earlier head shows, from where nobody who writes the database could change it.
 * @param heads entries as the log has them
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
    rows = await page.where('seq', '>', last.seq).execute();
  }
}
