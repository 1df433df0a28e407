import { arrivalAt } from '#engine/outbox/setback.ts';
import type { DeliveryRow } from '#engine/outbox/tables.ts';
import { iso } from '#platform/lib/clock.ts';
import { withReference } from '#platform/lib/ids.ts';
import type { Trx } from '#platform/storage/database.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { checkConversation } from '#teams/connector/conversations/conversation-repository.ts';
import { SHUT_OUT } from '#teams/connector/errors.ts';
import type { Alerts } from './alerts.ts';
import { alertRenderer, postTestAlert, testAlertRenderer } from './channel/alert-card.ts';
import {
  deleteCard,
  findCardRow,
  listCards,
  listListed,
  listOpenCards,
  toCard,
  updateCard,
} from './channel/card-store.ts';
import { listLog } from './channel/channel.ts';
import { isActive } from './channel/routing.ts';
import { noteRenderer } from './channel/thread-notes.ts';
import {
  ALERT,
  type AlertsContext,
  type AlertsDeps,
  alertSubject,
  createAlertsContext,
  type StalledListener,
} from './context.ts';
import { digestJob } from './digest/digest.ts';
import { digestRenderer } from './digest/digest-card.ts';
import { findAlert } from './feed/alert-store.ts';
import { postOpenIncidents } from './feed/ingest.ts';
import { pollJob, schedulePoll } from './feed/poll-feed.ts';
import { levels, type Signal } from './feed/signal.ts';
import { namesKnown } from './feed/unknown-names.ts';
import type { AlertCardTable } from './tables.ts';
import { endMute, insertMute, listMutes } from './watch/mutes.ts';
import { postAfterPause, releaseSnoozed, restWatches, resumeWatches } from './watch/resume.ts';
import type { AlertCard, NewWatch, Watch } from './watch/watch.ts';
import {
  deleteWatch,
  feedId,
  findFeed,
  insertWatch,
  listWatches,
  lockFeedsOf,
  markUnreachable,
  updatePause,
  updateSchedule,
  withStalled,
} from './watch/watch-store.ts';

/** The layer with what `app.ts` connects. */
export interface AlertsLayer extends Alerts {
  /** Called when a feed cannot be read any more (with the code), and when it can be again (without). */
  onStalled(listener: StalledListener): void;
}

/** More open incidents than anybody names one of. */
const MOST_OPEN = 10;

const GONE = 'Connector.gone';
/** Codes of conversations that refuse posts until something changes. */
const UNREACHABLE: ReadonlySet<string> = new Set([...SHUT_OUT, GONE]);

export const createAlerts = (deps: AlertsDeps): AlertsLayer => {
  const context = createAlertsContext(deps);
  const { database, outbox, jobs, clock, ids } = context;
  const { db } = database;
  for (const renderer of [alertRenderer, noteRenderer, digestRenderer, testAlertRenderer])
    outbox.define(renderer(context));
  jobs.define(pollJob(context));
  jobs.define(digestJob(context));
  outbox.onUndelivered((trx, row, code) => noticeUnreachable(trx, row, code));

  /** The same incidents in the same conversation are watched once, whatever the schedule. */
  const startWatch = async (trx: Trx, watch: Watch) => {
    await schedulePoll(context, trx, watch.source, watch.feed);
    await lockFeedsOf(trx, [watch]);
    const same = await findSameWatch(trx, watch);
    if (same) return { watch: same, isNew: false };
    // The short name is taken.
    if (!(await insertWatch(trx, watch))) return undefined;
    await postOpenIncidents(context, trx, watch, ({ id }) => id === watch.id);
    return { watch, isNew: true };
  };

  interface Edit {
    readonly only?: 'unacknowledged';
    readonly also?: (trx: Trx) => Promise<void>;
  }
  const edit = async (cardId: string, set: Partial<AlertCardTable>, { only, also }: Edit = {}) => {
    await database.transaction(async (trx) => {
      const version = await updateCard(trx, cardId, set, only);
      if (version !== undefined) await outbox.touch(trx, alertSubject(cardId), version);
      await also?.(trx);
    });
    return find(cardId);
  };

  const find = async (cardId: string): Promise<AlertCard | undefined> => {
    const row = await findCardRow(db, cardId);
    const source = row && context.source(row.source);
    return source && toCard(source, row);
  };

  const findAll = async (cardIds: readonly string[]): Promise<AlertCard[]> =>
    (await Promise.all(cardIds.map(find))).filter((card) => card !== undefined);

  const findByKey = async (key: string) => {
    for (const source of deps.sources) {
      const alert = await findAlert(db, source, key.trim());
      if (alert) return alert;
    }
    return undefined;
  };

  const layer: AlertsLayer = {
    sources: deps.sources,
    cardButtons: deps.cardButtons,

    async watch(draft) {
      const attempt = (ref: string) => database.transaction((trx) => startWatch(trx, newWatch(context, draft, ref)));
      return withReference('W', attempt);
    },
    reschedule: (conversationId, ref, schedule) => updateSchedule(db, baseId(conversationId), ref, schedule),
    async opening(watch) {
      const source = context.source(watch.source);
      const feed = await findFeed(db, feedId(watch.source, watch.feed));
      if (!source || feed?.ok_at == null) return undefined;
      const listed = await listListed(db, source, watch, context.log);
      return listed.sort(({ signal: a }, { signal: b }) => severity(a) - severity(b) || a.rank - b.rank);
    },
    watches: async (conversationId) =>
      withStalled(db, await listWatches(db, { conversationId: baseId(conversationId) })),
    unwatch: async (conversationId, ref) => (await deleteWatch(db, baseId(conversationId), ref)) !== undefined,
    async pause(conversationId, ref, until) {
      const target = baseId(conversationId);
      const paused = await database.transaction(async (trx) => {
        const watch = await updatePause(trx, target, ref, until);
        if (!watch || until !== undefined) return watch;
        await schedulePoll(context, trx, watch.source, watch.feed);
        await postAfterPause(context, trx, watch);
        return watch;
      });
      if (paused && until === undefined) await outbox.returned(arrivalAt(target));
      return paused;
    },

    acknowledge: (cardId, { objectId, name }) =>
      edit(
        cardId,
        { acknowledged_by: objectId, acknowledged_name: name, acknowledged_at: iso(clock.now()) },
        { only: 'unacknowledged' },
      ),
    leave: (cardId) => edit(cardId, { acknowledged_by: null, acknowledged_name: null, acknowledged_at: null }),
    async snooze(cardId, { name }, until) {
      if (until !== undefined) return edit(cardId, { snoozed_name: name, snoozed_until: iso(until) });
      const also = (trx: Trx) => releaseSnoozed(context, trx, cardId);
      return edit(cardId, { snoozed_name: null, snoozed_until: null }, { also });
    },
    card: find,
    async summary(cardId, words) {
      const row = await findCardRow(db, cardId);
      const source = row && context.source(row.source);
      if (!source) return undefined;
      const { item } = toCard(source, row);
      const { open, hidden } = source.signal(item);
      const { state, name } = source.content(item, words);
      return { key: row.key, open, state, title: hidden ? '' : name };
    },
    async cardsOf(key) {
      const alert = await findByKey(key);
      return alert ? findAll((await listCards(db, alert.id)).map(({ id }) => id)) : [];
    },
    openCards: async (conversationId) => findAll(await listOpenCards(db, baseId(conversationId), MOST_OPEN)),
    async names(name) {
      const source = context.source(name);
      return source ? namesKnown(db, source, context.log) : { services: [], regions: [] };
    },

    mute: (mute) =>
      insertMute(db, { ...mute, conversationId: baseId(mute.conversationId), id: ids.opaque(), at: clock.now() }),
    mutes: async (conversationId) =>
      (await listMutes(db, baseId(conversationId))).filter((mute) => isActive(mute, clock.now())),
    unmute: (conversationId, id) =>
      database.transaction((trx) => endMute(context, trx, { conversationId: baseId(conversationId), id })),

    keyOf: async (key) => (await findByKey(key))?.key,
    async why(conversationId, key) {
      const alert = await findByKey(key);
      return alert && listLog(db, alert.id, baseId(conversationId));
    },
    test: (conversationId, source, language) => postTestAlert(context, baseId(conversationId), source, language),

    returned: (arrival) => resumeWatches(context, arrival),
    departed: restWatches,
    onIncidentChanged: (listener) => context.incidentListeners.push(listener),
    onWatchChanged: (listener) => context.watchListeners.push(listener),
    onStalled: (listener) => context.stalledListeners.push(listener),
  };
  outbox.onReached(layer.returned);
  return layer;
};

const severity = ({ level }: Signal): number => levels.indexOf(level);

const newWatch = ({ clock, ids }: AlertsContext, draft: NewWatch, ref: string): Watch => ({
  ...draft,
  conversationId: baseId(draft.conversationId),
  id: ids.opaque(),
  ref,
  createdAt: clock.now(),
  pausedUntil: undefined,
  unreachable: undefined,
});

/** The conversation's watch of the same incidents; one with the same rhythm first. */
const findSameWatch = async (trx: Trx, { conversationId, source, feed, filter, rhythm }: Watch) => {
  const watches = await listWatches(trx, { conversationId, source, feed });
  const same = watches.filter((one) => JSON.stringify(one.filter) === JSON.stringify(filter));
  return same.find((one) => one.rhythm === rhythm) ?? same[0];
};

/** After a failed post: marks the channel's watches as unreachable. A failed edit may only mean a deleted message. */
const noticeUnreachable = async (trx: Trx, row: DeliveryRow, code: string): Promise<void> => {
  if (!row.subject.startsWith(ALERT) || row.activity_id !== null || row.target_kind !== 'conversation') return;
  if (UNREACHABLE.has(code)) {
    await markUnreachable(trx, baseId(row.target), code);
    // The next message from there shows that it is reachable again.
    if (code === GONE) await checkConversation(trx, row.target);
  }
  // A waiting post goes out when the app returns. A dead one never appeared: the next update posts the incident anew.
  if (row.state === 'dead' && row.subject.startsWith(`${ALERT}:`)) {
    await deleteCard(trx, row.subject.slice(ALERT.length + 1));
  }
};
