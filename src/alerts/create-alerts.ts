import { baseId, isChannelId } from '../connector/conversations/conversation.ts';
import { checkConversation } from '../connector/conversations/conversation-store.ts';
import { iso } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { withShortName } from '../lib/short-name.ts';
import type { DeliveryRow } from '../outbox/tables.ts';
import type { Trx } from '../storage/database.ts';
import type { Alerts } from './alerts.ts';
import { alertRenderer } from './channel/alert-card.ts';
import { listLog } from './channel/channel.ts';
import { postTestAlert, testAlertRenderer } from './channel/test-alert.ts';
import { noteRenderer } from './channel/thread-notes.ts';
import {
  ALERT,
  type AlertsContext,
  type AlertsDeps,
  alertSubject,
  countMatching,
  createAlertsContext,
  notifyChanged,
  type StalledListener,
} from './context.ts';
import { digestJob } from './digest/digest.ts';
import { digestRenderer } from './digest/digest-card.ts';
import {
  deleteCard,
  findAlert,
  findCardRow,
  listCards,
  listOpenCards,
  toCard,
  updateCard,
} from './feed/alert-store.ts';
import { postOpenIncidents } from './feed/ingest.ts';
import { pollJob, schedulePoll } from './feed/poll-feed.ts';
import { namesKnown } from './feed/unknown-names.ts';
import type { AlertCardTable } from './tables.ts';
import { postAfterPause, releaseSnoozed } from './watch/resume.ts';
import type { AlertCard, NewWatch, Watch } from './watch/watch.ts';
import {
  deleteMute,
  deleteWatch,
  feedId,
  findFeed,
  insertMute,
  insertWatch,
  listMutes,
  listUnreachable,
  listWatches,
  lockFeeds,
  markReachable,
  markUnreachable,
  updatePause,
  withStalled,
} from './watch/watch-store.ts';

/** The layer with what `app.ts` connects. */
export interface AlertsLayer extends Alerts {
  /** Called when a feed cannot be read any more (with the code), and when it can be again (without). */
  onStalled(listener: StalledListener): void;
}

/** More open incidents than anybody names one of. */
const MOST_OPEN = 10;

/** The app was removed from the conversation; it may come back. */
const LEFT = 'Connector.left';
/** The app was blocked there; in a channel it still receives messages. */
const BLOCKED = 'Connector.blocked';
/** Codes of conversations that refuse posts until something changes. */
const UNREACHABLE: ReadonlySet<string> = new Set([LEFT, 'Connector.gone', BLOCKED]);

export const createAlerts = (deps: AlertsDeps): AlertsLayer => {
  const context = createAlertsContext(deps);
  const { database, outbox, jobs, clock, ids } = context;
  const { db } = database;
  for (const renderer of [alertRenderer, noteRenderer, digestRenderer, testAlertRenderer])
    outbox.define(renderer(context));
  jobs.define(pollJob(context));
  jobs.define(digestJob(context));
  outbox.onUndelivered((trx, row, code) => noticeUnreachable(trx, row, code));

  /** Schedules the feed's poll and posts open incidents. @returns their number; undefined before the feed's first poll */
  const startWatch = async (trx: Trx, watch: Watch): Promise<number | undefined> => {
    await schedulePoll(context, trx, watch.source, watch.feed);
    const open = await postOpenIncidents(context, trx, watch);
    const feed = await findFeed(trx, feedId(watch.source, watch.feed));
    const source = context.source(watch.source);
    return source && feed?.ok_at ? countMatching(source, watch, open) : undefined;
  };

  /** Locks in a fixed order, so that two processes do not wait for each other. */
  const lockFeedsOf = (trx: Trx, watches: readonly Watch[]): Promise<void> =>
    lockFeeds(
      trx,
      watches.map(({ source, feed }) => feedId(source, feed)),
    );

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

  return {
    sources: deps.sources,
    cardButtons: deps.cardButtons,

    async watch(draft) {
      const attempt = (watch: Watch) =>
        database.transaction(async (trx) => {
          if (await insertWatch(trx, watch)) return { watch, open: await startWatch(trx, watch) };
          const same = await sameWatch(trx, watch);
          if (same) throw same;
          return undefined;
        });
      return withShortName('W', (ref) => attempt(newWatch(context, draft, ref)));
    },
    watches: async (conversationId) =>
      withStalled(db, await listWatches(db, { conversationId: baseId(conversationId) })),
    unwatch: async (conversationId, ref) => (await deleteWatch(db, baseId(conversationId), ref)) !== undefined,
    pause: (conversationId, ref, until) =>
      database.transaction(async (trx) => {
        const watch = await updatePause(trx, baseId(conversationId), ref, until);
        if (!watch || until !== undefined) return watch;
        await schedulePoll(context, trx, watch.source, watch.feed);
        await postAfterPause(context, trx, watch);
        return watch;
      }),

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
    mutes: (conversationId) => listMutes(db, baseId(conversationId)),
    async unmute(conversationId, id) {
      const conversation = baseId(conversationId);
      return database.transaction(async (trx) => {
        const isDeleted = await deleteMute(trx, conversation, id);
        const watches = isDeleted ? await listWatches(trx, { conversationId: conversation }) : [];
        await lockFeedsOf(trx, watches);
        for (const watch of watches) await postOpenIncidents(context, trx, watch);
        return isDeleted;
      });
    },

    keyOf: async (key) => (await findByKey(key))?.key,
    async why(conversationId, key) {
      const alert = await findByKey(key);
      return alert && listLog(db, alert.id, baseId(conversationId));
    },
    test: (conversationId, source, language) => postTestAlert(context, baseId(conversationId), source, language),

    async returned({ conversationId, conversationIds }) {
      const faults: unknown[] = [];
      for (const waiting of await listUnreachable(db, conversationIds)) {
        if (waiting.unreachable !== LEFT && waiting.conversationId !== conversationId) continue;
        try {
          await database.transaction(async (trx) => {
            await lockFeedsOf(trx, [waiting]);
            const watch = await markReachable(trx, waiting.id);
            if (!watch) return;
            await startWatch(trx, watch);
            await notifyChanged(context, trx, watch);
          });
        } catch (error) {
          context.log.error('watch not resumed', { reason: waiting.ref, error });
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults.at(-1);
    },
    onWatchChanged: (listener) => context.watchListeners.push(listener),
    onStalled: (listener) => context.stalledListeners.push(listener),
  };
};

const newWatch = ({ clock, ids }: AlertsContext, draft: NewWatch, ref: string): Watch => ({
  ...draft,
  conversationId: baseId(draft.conversationId),
  id: ids.opaque(),
  ref,
  createdAt: clock.now(),
  pausedUntil: undefined,
  unreachable: undefined,
});

/** @returns undefined where there is no such watch: then the short name is taken */
const sameWatch = async (
  trx: Trx,
  { conversationId, source, feed, filter, rhythm }: Watch,
): Promise<AppError | undefined> => {
  const watches = await listWatches(trx, { conversationId, source, feed });
  const same = watches.find((one) => JSON.stringify(one.filter) === JSON.stringify(filter) && one.rhythm === rhythm);
  return (
    same && new AppError({ code: 'Alerts.SameWatch', text: 'alerts.refused.sameWatch', values: { ref: same.ref } })
  );
};

/** After a failed post: marks the channel's watches as unreachable. A failed edit may only mean a deleted message. */
const noticeUnreachable = async (trx: Trx, row: DeliveryRow, code: string): Promise<void> => {
  if (!row.subject.startsWith(ALERT) || row.activity_id !== null || row.target_kind !== 'conversation') return;
  if (UNREACHABLE.has(code)) {
    await markUnreachable(trx, baseId(row.target), code);
    // The next message from there shows that it is reachable again, except where a bot may read but not post.
    if (code !== BLOCKED || !isChannelId(row.target)) await checkConversation(trx, row.target);
  }
  // A waiting post goes out when the app returns. A dead one never appeared: the next update posts the incident anew.
  if (row.state === 'dead' && row.subject.startsWith(`${ALERT}:`)) {
    await deleteCard(trx, row.subject.slice(ALERT.length + 1));
  }
};
