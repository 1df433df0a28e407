import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import type { AlertsContext } from '../context.ts';
import { postOpenIncidents } from '../feed/ingest.ts';
import type { Mute } from './watch.ts';
import { listWatches, lockFeedsOf } from './watch-store.ts';

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

/** Deletes a mute and posts what is open. @returns false when it no longer exists */
export const endMute = async (
  context: AlertsContext,
  trx: Trx,
  { conversationId, id }: Pick<Mute, 'conversationId' | 'id'>,
  dueAt?: number,
): Promise<boolean> => {
  let deletion = trx.deleteFrom('alert_mutes').where('conversation_id', '=', conversationId).where('id', '=', id);
  if (dueAt !== undefined) deletion = deletion.where('until_at', '<=', iso(dueAt));
  if (rowCount(await deletion.executeTakeFirst()) === 0) return false;
  const watches = await listWatches(trx, { conversationId });
  await lockFeedsOf(trx, watches);
  for (const watch of watches) await postOpenIncidents(context, trx, watch);
  return true;
};

/** Ends the due mutes of the channels that watch a feed. One that fails is tried again at the next poll. */
export const endDueMutes = async (context: AlertsContext, source: string, feed: string): Promise<void> => {
  const { database, clock, log } = context;
  const watching = database.db
    .selectFrom('watches')
    .select('conversation_id')
    .where('source', '=', source)
    .where('feed', '=', feed);
  const due = await database.db
    .selectFrom('alert_mutes')
    .select(['id', 'conversation_id'])
    .where('until_at', '<=', iso(clock.now()))
    .where('conversation_id', 'in', watching)
    .execute();
  for (const { id, conversation_id: conversationId } of due) {
    try {
      await database.transaction((trx) => endMute(context, trx, { conversationId, id }, clock.now()));
    } catch (error) {
      log.error('mute not ended', { reason: id, error });
    }
  }
};
