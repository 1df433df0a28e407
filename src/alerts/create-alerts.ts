import { baseId, isChannelId } from '../connector/conversations/conversation.ts';
import { checkConversation } from '../connector/conversations/conversation-store.ts';
import { iso } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { withShortName } from '../lib/short-name.ts';
import type { DeliveryRow } from '../outbox/tables.ts';
import type { Trx } from '../storage/database.ts';
import { ALERT, type Alerts, alertSubject } from './alerts.ts';
import { alertRenderer } from './channel/alert-card.ts';
import { listLog } from './channel/notification-log.ts';
import { postTest, testRenderer } from './channel/test-alert.ts';
import { noteRenderer } from './channel/thread-notes.ts';
import {
  type AlertsCore,
  type AlertsDeps,
  countFitting,
  createAlertsCore,
  type StalledListener,
  tellChanged,
} from './core.ts';
import { digestJob, digestRenderer } from './digest/digest.ts';
import { deleteCard, findAlert, findCardRow, namesKnown, toCard, updateCard } from './feed/alert-store.ts';
import { postOpenIncidents } from './feed/ingest.ts';
import { pollJob, schedulePoll } from './feed/poll-feed.ts';
import type { AlertCardTable } from './tables.ts';
import { releaseSnoozed } from './watch/end-snooze.ts';
import { postAfterPause } from './watch/resume.ts';
import type { AlertCard, NewWatch, Watch } from './watch/watch.ts';
import {
  deleteMute,
  deleteWatch,
  feedId,
  findFeed,
  insertMute,
  insertWatch,
  listDeaf,
  listMutes,
  listWatches,
  lockFeeds,
  markDeaf,
  unmarkDeaf,
  updatePause,
  withUnread,
} from './watch/watch-store.ts';

/** The layer with what `app.ts` connects. */
export interface AlertsLayer extends Alerts {
  /** Told when a feed can't be read any more (with the code), and when it can be again (without). */
  onStalled(listener: StalledListener): void;
}

/** The app was taken out of the conversation: it may come back. */
const LEFT = 'Connector.left';
/** Somebody stopped it there. In a channel it goes on hearing what is said. */
const BLOCKED = 'Connector.blocked';
/** A conversation that a code stands for: nothing more is said there until something changes. */
const DEAF: ReadonlySet<string> = new Set([LEFT, 'Connector.gone', BLOCKED]);

export const createAlerts = (deps: AlertsDeps): AlertsLayer => {
  const core = createAlertsCore(deps);
  const { database, outbox, jobs, clock, ids } = core;
  const { db } = database;
  for (const renderer of [alertRenderer, noteRenderer, digestRenderer, testRenderer]) outbox.define(renderer(core));
  jobs.define(pollJob(core));
  jobs.define(digestJob(core));
  outbox.onUndelivered((trx, row, code) => noticeDeaf(trx, row, code));

  /** Shows what goes on already, and has the feed read. @returns how many incidents the watch shows at once; undefined before the first look */
  const begin = async (trx: Trx, watch: Watch): Promise<number | undefined> => {
    await schedulePoll(core, trx, watch.source, watch.feed);
    const open = await postOpenIncidents(core, trx, watch);
    const feed = await findFeed(trx, feedId(watch.source, watch.feed));
    const source = core.source(watch.source);
    return source && feed?.ok_at ? countFitting(source, watch, open) : undefined;
  };

  /** In one order, whatever order they were set up in: two processes that do this at once are not to wait for each other. */
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
    const source = row && core.source(row.source);
    return source && toCard(source, row);
  };

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
          if (await insertWatch(trx, watch)) return { watch, open: await begin(trx, watch) };
          const same = await sameWatch(trx, watch);
          if (same) throw same;
          return undefined;
        });
      const made = await withShortName('W', (ref) => attempt(newWatch(core, draft, ref)));
      return made;
    },
    watches: async (conversationId) =>
      withUnread(db, await listWatches(db, { conversationId: baseId(conversationId) })),
    unwatch: async (conversationId, ref) => (await deleteWatch(db, baseId(conversationId), ref)) !== undefined,
    async pause(conversationId, ref, until) {
      const paused = await database.transaction(async (trx) => {
        const watch = await updatePause(trx, baseId(conversationId), ref, until);
        if (!watch || until !== undefined) return watch;
        await schedulePoll(core, trx, watch.source, watch.feed);
        await postAfterPause(core, trx, watch);
        return watch;
      });
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
      const also = (trx: Trx) => releaseSnoozed(core, trx, cardId);
      return edit(cardId, { snoozed_name: null, snoozed_until: null }, { also });
    },
    card: find,
    async names(name) {
      const source = core.source(name);
      return source ? namesKnown(db, source, core.log) : { services: [], regions: [] };
    },

    mute: (mute) =>
      insertMute(db, { ...mute, conversationId: baseId(mute.conversationId), id: ids.opaque(), at: clock.now() }),
    mutes: (conversationId) => listMutes(db, baseId(conversationId)),
    async unmute(conversationId, id) {
      const conversation = baseId(conversationId);
      const was = await database.transaction(async (trx) => {
        const gone = await deleteMute(trx, conversation, id);
        const watches = gone ? await listWatches(trx, { conversationId: conversation }) : [];
        await lockFeedsOf(trx, watches);
        for (const watch of watches) await postOpenIncidents(core, trx, watch);
        return gone;
      });
      return was;
    },

    keyOf: async (key) => (await findByKey(key))?.key,
    async why(conversationId, key) {
      const alert = await findByKey(key);
      return alert && listLog(db, alert.id, baseId(conversationId));
    },
    test: (conversationId, source, language) => postTest(core, baseId(conversationId), source, language),

    async returned({ conversationId, conversationIds }) {
      const faults: unknown[] = [];
      for (const waiting of await listDeaf(db, conversationIds)) {
        if (waiting.deaf !== LEFT && waiting.conversationId !== conversationId) continue;
        try {
          await database.transaction(async (trx) => {
            await lockFeedsOf(trx, [waiting]);
            const watch = await unmarkDeaf(trx, waiting.id);
            if (!watch) return;
            await begin(trx, watch);
            await tellChanged(core, trx, watch);
          });
        } catch (error) {
          core.log.error('watch does not hear again', { reason: waiting.ref, error });
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults.at(-1);
    },
    onWatchChanged: (listener) => core.changed.push(listener),
    onStalled: (listener) => core.stalled.push(listener),
  };
};

const newWatch = ({ clock, ids }: AlertsCore, draft: NewWatch, ref: string): Watch => ({
  ...draft,
  conversationId: baseId(draft.conversationId),
  id: ids.opaque(),
  ref,
  createdAt: clock.now(),
  pausedUntil: undefined,
  deaf: undefined,
});

/** @returns undefined where no such watch stands: the short name is taken */
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

/** A post that finds its channel closed: its watches rest. An edit may only have found its message gone. */
const noticeDeaf = async (trx: Trx, row: DeliveryRow, code: string): Promise<void> => {
  if (!row.subject.startsWith(ALERT) || row.activity_id !== null || row.target_kind !== 'conversation') return;
  if (DEAF.has(code)) {
    await markDeaf(trx, baseId(row.target), code);
    // Whatever is heard from there next shows that it is open again; not so where bots may hear and not post.
    if (code !== BLOCKED || !isChannelId(row.target)) await checkConversation(trx, row.target);
  }
  // What waits for the app's return is posted then. What has ended never was there: the next word about it is its first.
  if (row.state === 'dead' && row.subject.startsWith(`${ALERT}:`)) {
    await deleteCard(trx, row.subject.slice(ALERT.length + 1));
  }
};
