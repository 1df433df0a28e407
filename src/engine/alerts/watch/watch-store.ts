import { z } from 'zod';
import { iso } from '#platform/lib/clock.ts';
import { insertNew, lockInOrder } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { FeedTable, WatchTable } from '../tables.ts';
import type { Rhythm, Watch, WatchSchedule } from './watch.ts';

/** A pause without an end. */
const NO_END = '9999-12-31T23:59:59.999Z';

const untilColumn = (until: number | undefined): string | null =>
  until === undefined ? null : until === Number.POSITIVE_INFINITY ? NO_END : iso(until);

const untilOf = (text: string): number => (text === NO_END ? Number.POSITIVE_INFINITY : Date.parse(text));

/** Unreadable quiet hours are ignored: better a notification at night than none. */
const quiet = z.object({ from: z.number(), to: z.number() }).optional().catch(undefined);

const scheduleColumns = ({ rhythm, quiet, zone, criticalAnyway }: WatchSchedule) => ({
  rhythm,
  quiet_json: quiet ? JSON.stringify(quiet) : null,
  zone,
  critical_anyway: criticalAnyway ? 1 : 0,
});

export const toWatch = (row: WatchTable): Watch => ({
  id: row.id,
  ref: row.ref,
  source: row.source,
  conversationId: row.conversation_id,
  feed: row.feed,
  title: row.title,
  filter: JSON.parse(row.filter_json),
  rhythm: row.rhythm as Rhythm,
  quiet: row.quiet_json === null ? undefined : quiet.parse(JSON.parse(row.quiet_json)),
  zone: row.zone,
  criticalAnyway: row.critical_anyway === 1,
  language: row.language,
  createdBy: { objectId: row.created_by, name: row.created_by_name },
  createdAt: Date.parse(row.created_at),
  pausedUntil: row.paused_until === null ? undefined : untilOf(row.paused_until),
  unreachable: row.deaf ?? undefined,
});

/** @returns false when the same watch, or one with that ref, exists already */
export const insertWatch = (db: Db, watch: Watch): Promise<boolean> =>
  insertNew(
    db.insertInto('watches').values({
      id: watch.id,
      ref: watch.ref,
      source: watch.source,
      conversation_id: watch.conversationId,
      feed: watch.feed,
      title: watch.title,
      filter_json: JSON.stringify(watch.filter),
      ...scheduleColumns(watch),
      language: watch.language,
      created_by: watch.createdBy.objectId,
      created_by_name: watch.createdBy.name,
      created_at: iso(watch.createdAt),
      paused_until: untilColumn(watch.pausedUntil),
      deaf: watch.unreachable ?? null,
    }),
  );

interface WatchFilter {
  readonly conversationId?: string;
  readonly source?: string;
  readonly feed?: string;
}

/** Oldest first. */
export const listWatches = async (db: Db, filter: WatchFilter): Promise<Watch[]> => {
  let query = db.selectFrom('watches').selectAll().orderBy('created_at').orderBy('id');
  if (filter.conversationId !== undefined) query = query.where('conversation_id', '=', filter.conversationId);
  if (filter.source !== undefined) query = query.where('source', '=', filter.source);
  if (filter.feed !== undefined) query = query.where('feed', '=', filter.feed);
  return (await query.execute()).map(toWatch);
};

/** Failed polls in a row until a feed counts as stalled. */
export const STALLED_AFTER = 5;

/** Adds since when the watches' feeds cannot be read. */
export const withStalled = async (db: Db, watches: readonly Watch[]): Promise<Watch[]> => {
  const ids = watches.map(({ source, feed }) => feedId(source, feed));
  const stalled = await db
    .selectFrom('alert_feeds')
    .select(['id', 'ok_at'])
    .where('failures', '>=', STALLED_AFTER)
    .where('id', 'in', ['', ...ids])
    .execute();
  const readAt = new Map(stalled.map(({ id, ok_at }) => [id, ok_at]));
  return watches.map((watch) => {
    const last = readAt.get(feedId(watch.source, watch.feed));
    if (last === undefined) return watch;
    return { ...watch, stalledSince: Math.max(Date.parse(last ?? '') || 0, watch.createdAt) };
  });
};

/** The watches of all feeds that list an incident. */
export const listWatchesOf = async (db: Db, source: string, alertId: string): Promise<Watch[]> => {
  const feeds = await db
    .selectFrom('alert_feed_items')
    .innerJoin('alert_feeds', 'alert_feeds.id', 'alert_feed_items.feed_id')
    .select('alert_feeds.feed')
    .where('alert_feed_items.alert_id', '=', alertId)
    .orderBy('alert_feeds.feed')
    .execute();
  const watches: Watch[] = [];
  for (const { feed } of feeds) watches.push(...(await listWatches(db, { source, feed })));
  return watches;
};

/** Whether a poll of its feed is the first one since the watch was set up: what it finds was open before. */
export const isOpeningPoll = (feed: Pick<FeedTable, 'source' | 'feed' | 'ok_at'>, watch: Watch): boolean =>
  watch.source === feed.source &&
  watch.feed === feed.feed &&
  (feed.ok_at === null || Date.parse(feed.ok_at) < watch.createdAt);

/** @returns the deleted watch */
export const deleteWatch = async (db: Db, conversationId: string, ref: string): Promise<Watch | undefined> => {
  const deletion = db.deleteFrom('watches').where('conversation_id', '=', conversationId).where('ref', '=', ref);
  const row = await deletion.returningAll().executeTakeFirst();
  return row && toWatch(row);
};

export const updatePause = async (db: Db, conversationId: string, ref: string, until: number | undefined) => {
  const row = await db
    .updateTable('watches')
    .set({ paused_until: untilColumn(until), ...(until === undefined ? { deaf: null } : {}) })
    .where('conversation_id', '=', conversationId)
    .where('ref', '=', ref)
    .returningAll()
    .executeTakeFirst();
  return row && toWatch(row);
};

/** @returns the current watch; undefined when it no longer exists */
export const updateSchedule = async (db: Db, conversationId: string, ref: string, schedule: WatchSchedule) => {
  const row = await db
    .updateTable('watches')
    .set(scheduleColumns(schedule))
    .where('conversation_id', '=', conversationId)
    .where('ref', '=', ref)
    .returningAll()
    .executeTakeFirst();
  return row && toWatch(row);
};

/** @returns the watch, where its pause is over by now and was not ended before */
export const endPause = async (db: Db, id: string, now: number): Promise<Watch | undefined> => {
  const over = db.updateTable('watches').set({ paused_until: null }).where('id', '=', id);
  const row = await over.where('paused_until', '<=', iso(now)).returningAll().executeTakeFirst();
  return row && toWatch(row);
};

/** The bot cannot post there for now. */
export const markUnreachable = async (db: Db, conversationId: string, code: string): Promise<void> => {
  await db.updateTable('watches').set({ deaf: code }).where('conversation_id', '=', conversationId).execute();
};

/** The unreachable watches of these conversations. */
export const listUnreachable = async (db: Db, conversationIds: readonly string[]): Promise<Watch[]> => {
  const unreachable = db
    .selectFrom('watches')
    .selectAll()
    .where('deaf', 'is not', null)
    .orderBy('created_at')
    .orderBy('id');
  return (await unreachable.where('conversation_id', 'in', ['', ...conversationIds]).execute()).map(toWatch);
};

/** @returns the watch if it was unreachable */
export const markReachable = async (db: Db, id: string): Promise<Watch | undefined> => {
  const reachable = db.updateTable('watches').set({ deaf: null }).where('id', '=', id);
  const row = await reachable.where('deaf', 'is not', null).returningAll().executeTakeFirst();
  return row && toWatch(row);
};

export const feedId = (source: string, feed: string): string => `${source} ${feed}`;

/** An existing feed keeps its watermark. */
export const insertFeed = async (db: Db, source: string, feed: string, since: number): Promise<void> => {
  await insertNew(
    db.insertInto('alert_feeds').values({
      id: feedId(source, feed),
      source,
      feed,
      since: iso(since),
      ok_at: null,
      failures: 0,
      last_error: null,
    }),
  );
};

/** No other process ingests these feeds until the end of the transaction: a watch set up during an ingest would miss its incidents. */
export const lockFeeds = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  await lockInOrder(
    trx,
    trx
      .selectFrom('alert_feeds')
      .select('id')
      .where('id', 'in', ['', ...ids]),
  ).execute();
};

/** The same, of these watches. */
export const lockFeedsOf = (trx: Trx, watches: readonly Watch[]): Promise<void> =>
  lockFeeds(
    trx,
    watches.map(({ source, feed }) => feedId(source, feed)),
  );

export const findFeed = (db: Db, id: string): Promise<FeedTable | undefined> =>
  db.selectFrom('alert_feeds').selectAll().where('id', '=', id).executeTakeFirst();

/** @param since the watermark; it never moves back, since two processes may poll the same feed */
export const recordPoll = async (db: Db, feed: FeedTable, since: number, now: number): Promise<void> => {
  await db
    .updateTable('alert_feeds')
    .set((eb) => ({
      since: eb.case().when('since', '<', iso(since)).then(iso(since)).else(eb.ref('since')).end(),
      ok_at: iso(now),
      failures: 0,
      last_error: null,
    }))
    .where('id', '=', feed.id)
    .execute();
};

export const recordFailedPoll = async (db: Db, feed: FeedTable, code: string): Promise<void> => {
  await db
    .updateTable('alert_feeds')
    .set({ failures: feed.failures + 1, last_error: code })
    .where('id', '=', feed.id)
    .execute();
};
