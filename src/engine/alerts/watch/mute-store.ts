import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import type { Mute } from './watch.ts';

/** A new end replaces the old one. @returns false when it was muted until then before */
export const insertMute = async (
  db: Db,
  { id, conversationId, source, what, name, by, at, until }: Mute,
): Promise<boolean> => {
  const until_at = until === undefined ? null : iso(until);
  const result = await db
    .insertInto('alert_mutes')
    .values({ id, conversation_id: conversationId, source, what, name, muted_by: by, muted_at: iso(at), until_at })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'source', 'what', 'name'])
        .doUpdateSet({ muted_by: by, muted_at: iso(at), until_at })
        .where((eb) => eb(eb.fn.coalesce('alert_mutes.until_at', eb.val('')), '!=', until_at ?? '')),
    )
    .executeTakeFirst();
  return rowCount(result) === 1;
};

const mutesOf = prepared((db, conversationId: string) =>
  db.selectFrom('alert_mutes').selectAll().where('conversation_id', '=', conversationId).orderBy('muted_at').compile(),
);

/** Of one conversation, oldest first. */
export const listMutes = async (db: Db, conversationId: string): Promise<Mute[]> => {
  const { rows } = await mutesOf(db, conversationId);
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    source: row.source,
    what: row.what,
    name: row.name,
    by: row.muted_by,
    at: Date.parse(row.muted_at),
    until: row.until_at === null ? undefined : Date.parse(row.until_at),
  }));
};
