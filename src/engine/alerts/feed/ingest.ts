import type { Trx } from '#platform/storage/database.ts';
import { cardState, listCards, listListing } from '../channel/card-store.ts';
import { type Channel, type IncidentUpdate, listShown, notifyChannel } from '../channel/channel.ts';
import { touchNotes } from '../channel/thread-notes.ts';
import { type AlertsContext, notifyChanged, readRow } from '../context.ts';
import { touchDigests } from '../digest/digest.ts';
import { retainedSince } from '../prune.ts';
import type { FeedTable } from '../tables.ts';
import { listMutes } from '../watch/mutes.ts';
import type { Watch } from '../watch/watch.ts';
import { feedId, isOpeningPoll, listWatches, listWatchesOf, lockFeeds } from '../watch/watch-store.ts';
import {
  findAlert,
  findExplained,
  linkFeed,
  listOpenAlerts,
  lockAlerts,
  nameAlert,
  type StoredAlert,
  unnameAlert,
  writeAlert,
} from './alert-store.ts';
import { compare, type Signal } from './signal.ts';
import type { AlertSource } from './source.ts';

/** Two feeds may list the same incident at once; more conflicts than this are a fault. */
const MOST_TRIES = 5;

/** One item of a feed. */
export interface ListedItem {
  readonly source: AlertSource;
  readonly feed: FeedTable;
  readonly item: unknown;
  readonly signal: Signal;
}

/** Stores an item of a feed and notifies each channel, in one transaction. */
export const ingest = async (context: AlertsContext, listed: ListedItem): Promise<void> => {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    if (await context.database.transaction((trx) => ingestOnce(context, trx, listed))) return;
  }
  throw new Error('another process always stored the incident first');
};

/** @returns false when another process was faster */
const ingestOnce = async (context: AlertsContext, trx: Trx, listed: ListedItem): Promise<boolean> => {
  const { source, feed } = listed;
  const isOpening = (watch: Watch) => isOpeningPoll(feed, watch);
  await lockFeeds(trx, [feed.id]);
  const known = await findAlert(trx, source, listed.signal.key);
  const item = known ? source.merge(known.item, listed.item) : listed.item;
  // Parsed once more, so that equal items have equal JSON.
  const json = JSON.stringify(source.item.parse(item));
  const unchanged = known?.json === json;
  const signal = unchanged ? known.signal : known ? source.signal(item) : listed.signal;
  const comparison = compare(known?.signal, signal, unchanged);
  if (known && (comparison.is === 'repeat' || comparison.is === 'stale')) {
    // Another feed may have listed it before: the watches of this one may not have been notified.
    if (await linkFeed(trx, feed.id, known.id)) {
      for (const watch of await listWatches(trx, { source: source.name, feed: feed.feed })) {
        await postMissing(context, trx, watch, [known], isOpening);
      }
    }
    return true;
  }
  if (!known && isExpired(context, signal)) return true;
  const row = await writeAlert(trx, context.ids, known, {
    source: source.name,
    signal,
    json,
    now: context.clock.now(),
  });
  if (!row) return false;
  await linkFeed(trx, feed.id, row.id);
  await nameAlert(trx, source.name, row.id, signal.aliases);
  const alert = { id: row.id, key: signal.key, version: row.version, item, json, signal };
  const news = comparison.is === 'changed' ? comparison.news : [];
  const listing = known ? await listListing(trx, row.id) : [];
  await notifyChannels(context, trx, { source, feed: feed.id, alert, news, isOpening }, listing);
  for (const watch of listing) await notifyChanged(context, trx, watch);
  if (signal.hidden) await hideTexts(context, trx, row.id);
  if (known) {
    const resolved = known.signal.open && !signal.open;
    for (const listener of context.incidentListeners) await listener(trx, { id: row.id, resolved });
  }
  return true;
};

/** Resolved before the retention period: a list without a beginning holds it for ever. */
const isExpired = (context: AlertsContext, { open, updatedAt }: Signal): boolean =>
  !open && updatedAt < retainedSince(context.policy.current(), context.clock.now());

/** Redraws what showed its texts, and deletes its aliases. */
const hideTexts = async (context: AlertsContext, trx: Trx, alertId: string): Promise<void> => {
  await unnameAlert(trx, alertId);
  await touchNotes(context, trx, alertId);
  await touchDigests(context, trx, alertId);
};

/** Every channel that watches the incident or shows it. */
const notifyChannels = async (
  context: AlertsContext,
  trx: Trx,
  update: IncidentUpdate,
  listing: readonly Watch[],
): Promise<void> => {
  const { source, alert } = update;
  const [watches, cards] = [await listWatchesOf(trx, source.name, alert.id), await listCards(trx, alert.id)];
  const explained = await explainedCards(context, trx, source, alert);
  const conversations = new Set([
    ...watches.map(({ conversationId }) => conversationId),
    ...cards.map(({ conversation_id }) => conversation_id),
  ]);
  for (const conversationId of [...conversations].sort()) {
    const own = cards.find(({ conversation_id }) => conversation_id === conversationId);
    const channel: Channel = {
      conversationId,
      card: own && { id: own.id, ...cardState(own) },
      explains: explained.get(conversationId),
      isListed: listing.some((watch) => watch.conversationId === conversationId),
      watches: watches.filter((watch) => watch.conversationId === conversationId),
      mutes: await listMutes(trx, conversationId),
    };
    await notifyChannel({ context, trx, update, channel, now: context.clock.now() });
  }
};

/** The cards of the incident that this one explains, by conversation. */
const explainedCards = async (
  context: AlertsContext,
  trx: Trx,
  source: AlertSource,
  { id, signal: { explains } }: StoredAlert,
): Promise<ReadonlyMap<string, NonNullable<Channel['card']>>> => {
  const incident = explains && (await readRow(context.log, explains, () => findExplained(trx, source, explains)));
  if (!incident || incident.id === id) return new Map();
  const cards = await listCards(trx, incident.id);
  return new Map(cards.map((card) => [card.conversation_id, { id: card.id, ...cardState(card) }]));
};

/** Posts the open incidents for a watch. @param isOpening a new watch's card lists them, and only urgent ones are posted */
export const postOpenIncidents = async (
  context: AlertsContext,
  trx: Trx,
  watch: Watch,
  isOpening: IncidentUpdate['isOpening'] = () => false,
): Promise<void> => {
  const source = context.source(watch.source);
  if (!source) return;
  const feed = feedId(watch.source, watch.feed);
  await lockFeeds(trx, [feed]);
  await lockAlerts(trx, feed);
  const open = (await listOpenAlerts(trx, source, feed, context.log)).sort((a, b) => a.signal.rank - b.signal.rank);
  await postMissing(context, trx, watch, open, isOpening);
};

/** Notifies one watch of incidents that its channel does not show yet. */
const postMissing = async (
  context: AlertsContext,
  trx: Trx,
  watch: Watch,
  alerts: readonly StoredAlert[],
  isOpening: IncidentUpdate['isOpening'],
): Promise<void> => {
  const source = context.source(watch.source);
  if (!source) return;
  const { conversationId } = watch;
  const feed = feedId(watch.source, watch.feed);
  const mutes = await listMutes(trx, conversationId);
  for (const [place, alert] of alerts.entries()) {
    const cards = await listCards(trx, alert.id);
    const own = cards.find(({ conversation_id }) => conversation_id === conversationId);
    const explained = await explainedCards(context, trx, source, alert);
    const listing = await listListing(trx, alert.id);
    const channel = {
      conversationId,
      card: own && { id: own.id, ...cardState(own) },
      explains: explained.get(conversationId),
      isListed: listing.some((one) => one.conversationId === conversationId),
      watches: [watch],
      mutes,
    };
    const update = { source, feed, alert, news: [], place, isOpening };
    const turn = { context, trx, update, channel, now: context.clock.now() };
    await (own ? listShown(turn) : notifyChannel(turn));
  }
};
