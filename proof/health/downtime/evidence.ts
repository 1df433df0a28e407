import '../../../src/engine/alerts/tables.ts';
import type { RecordedRequest } from '../../../sandbox/cloud/faults/faults.ts';
import { iso } from '../../../src/platform/lib/clock.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import type { Cluster } from '../../cluster/cluster.ts';

const LIST = /^\/+subscriptions\/([^/]+)\/providers\/[^/]+\/events$/i;
/** Polls are slow enough to be interrupted, also on a busy machine. */
const SLOW_MS = 250;

/** The watermark of each feed. */
export const feedsOf = async (db: Db) => {
  const rows = await db.selectFrom('alert_feeds').select(['feed', 'since']).execute();
  return rows.map(({ feed, since }) => ({ feed, since: Date.parse(since) }));
};

/** The queryStartTime of every request for a page of this feed, oldest first. */
export const askedOf = (seen: readonly RecordedRequest[], feed: string): (string | undefined)[] =>
  seen
    .filter(({ path }) => `subscription ${LIST.exec(path)?.[1]}` === feed)
    .map(({ query }) => query['queryStartTime']);

/** Expires the vendor's page token after this many pages. */
export const forgetAtPage = async (cluster: Cluster, page: number): Promise<void> => {
  const operation = 'listSubscriptionHealthEvents';
  await cluster.vendor.fault({ kind: 'slow', ms: SLOW_MS, operation });
  const asked = async (): Promise<boolean> => {
    const lists = (await cluster.vendor.seen()).filter(({ path }) => LIST.test(path));
    return lists.length >= page;
  };
  await cluster.until(`page ${page}`, asked);
  await cluster.vendor.fault({ kind: 'skip-token-expired', operation, count: 1 });
};

/** Whether a poll has used the expired page token. */
export const wasForgotten = async (cluster: Cluster): Promise<boolean> => {
  const response = await fetch(`${cluster.vendor.url}/__sandbox/faults`);
  return !(await response.text()).includes('skip-token-expired');
};

/** The lines of each digest since then, oldest first, by conversation. */
export const digestedSince = async (db: Db, since: number): Promise<ReadonlyMap<string, readonly string[][]>> => {
  const digests = await db
    .selectFrom('alert_digests')
    .selectAll()
    .where('created_at', '>=', iso(since))
    .orderBy('created_at')
    .execute();
  const items = await db
    .selectFrom('alert_digest_items')
    .innerJoin('alerts', 'alerts.id', 'alert_digest_items.alert_id')
    .select(['alert_digest_items.digest_id', 'alerts.item_json'])
    .execute();
  const marksOf = (digest: string): string[] =>
    items.filter(({ digest_id }) => digest_id === digest).map(({ item_json }) => /L\d+L/.exec(item_json)?.[0] ?? '');
  const found = new Map<string, string[][]>();
  for (const { id, conversation_id } of digests) {
    found.set(conversation_id, [...(found.get(conversation_id) ?? []), marksOf(id)]);
  }
  return found;
};
