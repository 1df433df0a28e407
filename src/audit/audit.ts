import { createHash } from 'node:crypto';
import { type Clock, iso } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/database.ts';
import type { AuditTable } from './tables.ts';

export interface AuditEntry {
  /** The id of a change, or a word for what is none, as `policy`. */
  readonly about: string;
  /** Directory object id of whoever did it, or `steward`. */
  readonly actor: string;
  readonly event: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** In place of a person, where none acted. */
export const STEWARD = 'steward';

/** The record of what was done. */
export interface Audit {
  /** Adds an entry inside the transaction of what it tells about: the last statement there, since entries stand in one line. */
  append(trx: Trx, entry: AuditEntry): Promise<void>;
}

export const createAudit = ({ clock }: { readonly clock: Clock }): Audit => ({
  async append(trx, { about, actor, event, detail = {} }) {
    await trx
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb('seq', '+', 1) }))
      .where('id', '=', 1)
      .execute();
    const head = await trx.selectFrom('audit_head').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    const detail_json = JSON.stringify(detail);
    const row = { seq: head.seq, at: iso(clock.now()), change_id: about, actor, event, detail_json };
    const hash = chain(head.hash, row);
    await trx
      .insertInto('audit')
      .values({ ...row, hash })
      .execute();
    await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute();
  },
});

const chain = (before: string, row: Omit<AuditTable, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([before, row.seq, row.at, row.change_id, row.actor, row.event, row.detail_json]))
    .digest('hex');

/** Walks the whole chain. @returns the number of the first entry that was edited, dropped or moved, or how many hold */
export const verifyAudit = async (db: Db): Promise<{ ok: true; entries: number } | { ok: false; seq: number }> => {
  let before = '';
  let seq = 0;
  let head = { seq: 0, hash: '' };
  // The bot may add entries meanwhile: what the head counts must be there at the next look.
  do {
    for await (const row of pages(db, seq)) {
      seq += 1;
      if (row.seq !== seq || row.hash !== chain(before, row)) return { ok: false, seq };
      before = row.hash;
    }
    if (seq < head.seq) break;
    head = await db.selectFrom('audit_head').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  } while (head.seq > seq);
  return head.seq === seq && head.hash === before ? { ok: true, entries: seq } : { ok: false, seq: seq + 1 };
};

const PAGE = 500;

async function* pages(db: Db, from: number): AsyncIterable<AuditTable> {
  for (let after = from; ; ) {
    const rows = await db.selectFrom('audit').selectAll().where('seq', '>', after).orderBy('seq').limit(PAGE).execute();
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    after = last.seq;
  }
}
