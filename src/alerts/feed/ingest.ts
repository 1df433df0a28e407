import type { Trx } from '../../storage/database.ts';
import { type Channel, type Telling, tellChannel } from '../channel/channel.ts';
import { compare } from '../channel/news.ts';
import { touchNotes } from '../channel/thread-notes.ts';
import type { AlertsCore } from '../core.ts';
import { touchDigests } from '../digest/digest.ts';
import { forgottenBefore } from '../prune.ts';
import { readRow } from '../read-rows.ts';
import type { FeedTable } from '../tables.ts';
import type { Watch } from '../watch/watch.ts';
import { feedId, listMutes, listWatches, listWatchesOf, lockFeeds } from '../watch/watch-store.ts';
import {
  findAlert,
  findExplained,
  linkFeed,
  listCards,
  listOpenAlerts,
  lockAlerts,
  nameAlert,
  presses,
  type StoredAlert,
  unnameAlert,
  writeAlert,
} from './alert-store.ts';
import type { AlertSource, Signal } from './source.ts';

/** Another process may have told the same a moment before; more often than this it is no coincidence. */
const MOST_TRIES = 5;

/** Takes in what a feed lists: what is known of the incident, and what each channel hears of it, in one transaction. */
export const ingest = async (core: AlertsCore, source: AlertSource, feed: FeedTable, item: unknown): Promise<void> => {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    if (await core.database.transaction((trx) => take(core, trx, source, feed, item))) {
      return;
    }
  }
  throw new Error('an incident was always told by somebody else first');
};

/** @returns false when somebody else was faster */
const take = async (
  core: AlertsCore,
  trx: Trx,
  source: AlertSource,
  feed: FeedTable,
  item: unknown,
): Promise<boolean> => {
  await lockFeeds(trx, [feed.id]);
  const told = source.signal(item);
  const known = await findAlert(trx, source, told.key);
  const next = known ? source.merge(known.item, item) : item;
  const signal = source.signal(next);
  // Read once more, so that the same always has the same text.
  const written = JSON.stringify(source.item.parse(next));
  const compared = compare(known && source.signal(known.item), signal, known?.written === written);
  if (known && (compared.is === 'repeat' || compared.is === 'stale')) {
    // Told before, by another feed: whoever watches this one may not have heard of it.
    if (await linkFeed(trx, feed.id, known.id)) {
      for (const watch of await listWatches(trx, { source: source.name, feed: feed.feed })) {
        await tellOpen(core, trx, watch, feed.id, [known]);
      }
    }
    return true;
  }
  if (!known && isLongOver(core, signal)) return true;
  const row = await writeAlert(trx, core.ids, known, { source: source.name, signal, written, now: core.clock.now() });
  if (!row) return false;
  await linkFeed(trx, feed.id, row.id);
  await nameAlert(trx, source.name, row.id, signal.aliases);
  const alert = { id: row.id, key: signal.key, version: row.version, item: next, written };
  const news = compared.is === 'changed' ? compared.news : [];
  await tellChannels(core, trx, { source, feed: feed.id, alert, signal, news });
  if (signal.hidden) await scrub(core, trx, row.id);
  return true;
};

/** What would be forgotten at once was never news: a listing without a beginning holds it for ever. */
const isLongOver = (core: AlertsCore, { open, updatedAt }: Signal): boolean =>
  !open && updatedAt < forgottenBefore(core.policy.current(), core.clock.now());

/** What its texts stood in is drawn again, and what it was called beside its id is forgotten. */
const scrub = async (core: AlertsCore, trx: Trx, alertId: string): Promise<void> => {
  await unnameAlert(trx, alertId);
  await touchNotes(core, trx, alertId);
  await touchDigests(core, trx, alertId);
};

/** Every channel that watches it or shows it. */
const tellChannels = async (core: AlertsCore, trx: Trx, telling: Telling): Promise<void> => {
  const { source, alert, signal } = telling;
  const [watches, cards] = [await listWatchesOf(trx, source.name, alert.id), await listCards(trx, alert.id)];
  const explained = await explainedCards(core, trx, source, alert, signal);
  const conversations = new Set([...watches, ...cards.map(toPlace)].map(({ conversationId }) => conversationId));
  for (const conversationId of [...conversations].sort()) {
    const own = cards.find(({ conversation_id }) => conversation_id === conversationId);
    const channel: Channel = {
      conversationId,
      card: own && { id: own.id, ...presses(own) },
      explains: explained.get(conversationId),
      watches: watches.filter((watch) => watch.conversationId === conversationId),
      mutes: await listMutes(trx, conversationId),
    };
    await tellChannel(core, trx, telling, channel);
  }
};

const toPlace = ({ conversation_id }: { readonly conversation_id: string }) => ({ conversationId: conversation_id });

/** The cards of the incident that this one explains, by conversation. */
const explainedCards = async (
  core: AlertsCore,
  trx: Trx,
  source: AlertSource,
  alert: StoredAlert,
  { explains }: Signal,
): Promise<ReadonlyMap<string, NonNullable<Channel['card']>>> => {
  const incident = explains && (await readRow(core.log, explains, () => findExplained(trx, source, explains)));
  if (!incident || incident.id === alert.id) return new Map();
  const cards = await listCards(trx, incident.id);
  return new Map(cards.map((card) => [card.conversation_id, { id: card.id, ...presses(card) }]));
};

/** Tells a watch that is new, or hears again, what goes on. @returns everything that does */
export const postOpenIncidents = async (core: AlertsCore, trx: Trx, watch: Watch): Promise<readonly StoredAlert[]> => {
  const source = core.source(watch.source);
  if (!source) return [];
  const feed = feedId(watch.source, watch.feed);
  await lockFeeds(trx, [feed]);
  await lockAlerts(trx, feed);
  const open = (await listOpenAlerts(trx, source, feed, core.log))
    .map((alert) => ({ alert, rank: source.signal(alert.item).rank }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ alert }) => alert);
  await tellOpen(core, trx, watch, feed, open);
  return open;
};

/** Tells one watch of incidents that its channel does not show yet. */
const tellOpen = async (
  core: AlertsCore,
  trx: Trx,
  watch: Watch,
  feed: string,
  alerts: readonly StoredAlert[],
): Promise<void> => {
  const source = core.source(watch.source);
  if (!source) return;
  const mutes = await listMutes(trx, watch.conversationId);
  for (const [place, alert] of alerts.entries()) {
    const cards = await listCards(trx, alert.id);
    if (cards.some(({ conversation_id }) => conversation_id === watch.conversationId)) continue;
    const { conversationId } = watch;
    const signal = source.signal(alert.item);
    const explained = await explainedCards(core, trx, source, alert, signal);
    await tellChannel(
      core,
      trx,
      { source, feed, alert, signal, news: [], place },
      {
        conversationId,
        card: undefined,
        explains: explained.get(conversationId),
        watches: [watch],
        mutes,
      },
    );
  }
};
