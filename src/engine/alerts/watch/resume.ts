import { SECOND } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/texts.ts';
import type { Arrival, Departure } from '#teams/connector/conversations/conversation.ts';
import { findCardRow, listCards } from '../channel/card-store.ts';
import { listLog, writeLog } from '../channel/channel.ts';
import { routeSignal } from '../channel/routing.ts';
import { type AlertsContext, filterExclusion, notifyChanged, readRow } from '../context.ts';
import { enqueue, listSnoozed, releaseNow } from '../digest/digest-queue.ts';
import { findExplained, readAlert } from '../feed/alert-store.ts';
import { postOpenIncidents } from '../feed/ingest.ts';
import { schedulePoll } from '../feed/poll-feed.ts';
import { listMutes } from './mutes.ts';
import { type NotificationLogEntry, releaseOf, type Watch } from './watch.ts';
import {
  endPause,
  feedId,
  listUnreachable,
  listWatches,
  lockFeedsOf,
  markReachable,
  markUnreachable,
} from './watch-store.ts';

/** What the next poll finds goes into the same digest. */
const DIGEST_DELAY_MS = 10 * SECOND;

/** Ends the due pauses of a feed's watches. One that fails is tried again at the next poll; the others are not affected. */
export const resumeDue = async (context: AlertsContext, source: string, feed: string): Promise<void> => {
  const { database, clock, log } = context;
  for (const { id, ref, pausedUntil } of await listWatches(database.db, { source, feed })) {
    if (pausedUntil === undefined || pausedUntil > clock.now()) continue;
    try {
      await database.transaction(async (trx) => {
        const watch = await endPause(trx, id, clock.now());
        if (!watch) return;
        await postAfterPause(context, trx, watch);
        await notifyChanged(context, trx, watch);
      });
    } catch (error) {
      log.error('pause not ended', { reason: ref, error });
    }
  }
};

/** After a pause: posts open incidents, and queues those resolved meanwhile for one digest. */
export const postAfterPause = async (context: AlertsContext, trx: Trx, watch: Watch): Promise<void> => {
  await postOpenIncidents(context, trx, watch);
  const { conversationId, ref } = watch;
  const missed = await trx
    .selectFrom('alert_verdicts')
    .innerJoin('alerts', 'alerts.id', 'alert_verdicts.alert_id')
    .select('alerts.id')
    .where('alert_verdicts.conversation_id', '=', conversationId)
    .where('alert_verdicts.watch', '=', ref)
    .where('alert_verdicts.verdict', '=', 'out')
    .where('alert_verdicts.reason', '=', 'paused')
    .where('alerts.open', '=', 0)
    .orderBy('alerts.id')
    .execute();
  for (const { id } of missed) await queueMissed(context, trx, watch, id);
};

const queueMissed = async (context: AlertsContext, trx: Trx, watch: Watch, alertId: string): Promise<void> => {
  const now = context.clock.now();
  const { conversationId, ref, language } = watch;
  const isShown = (await listCards(trx, alertId)).some((card) => card.conversation_id === conversationId);
  if (!wasMissed(await listLog(trx, alertId, conversationId), ref, isShown)) return;
  const { source, alert } = (await readAlert(context, trx, alertId)) ?? {};
  if (!source || !alert) return;
  const mutes = (await listMutes(trx, conversationId)).filter((mute) => mute.source === source.name);
  const exclusionReason = () => (isShown ? undefined : filterExclusion(source, watch, alert.item));
  if (
    routeSignal(watch, { signal: alert.signal, now, mutes, isShown, isOpening: () => false, exclusionReason }).when ===
    'never'
  )
    return;
  const reason = 'paused';
  const release = releaseOf(watch, now + DIGEST_DELAY_MS);
  const feed = feedId(watch.source, watch.feed);
  await enqueue(trx, context.jobs, now, { conversationId, alertId, reason, language, feed, release });
  await writeLog(trx, alertId, conversationId, [{ at: now, action: 'held', reason, values: {}, watch: ref }]);
};

const NOTIFIED: ReadonlySet<NotificationLogEntry['action']> = new Set(['posted', 'replied', 'held', 'digest']);

/** Whether the pause suppressed a notification and none has followed since. A shown card was edited without a note. */
const wasMissed = (log: readonly NotificationLogEntry[], ref: string, isShown: boolean): boolean => {
  const newest = (matches: (entry: NotificationLogEntry) => boolean): number => log.find(matches)?.at ?? 0;
  const paused = newest(({ action, reason, watch }) => action === 'out' && reason === 'paused' && watch === ref);
  const silent = newest(({ action, reason }) => action === 'edited' && reason === 'unheard');
  return (isShown ? Math.min(paused, silent) : paused) > newest(({ action }) => NOTIFIED.has(action));
};

/** After a snooze has been ended: releases what waited for it, about its incident and those that explain it. */
export const releaseSnoozed = async (context: AlertsContext, trx: Trx, cardId: string): Promise<void> => {
  const card = await findCardRow(trx, cardId);
  if (!card) return;
  const now = context.clock.now();
  const released: string[] = [];
  for (const id of await listSnoozed(trx, card.conversation_id, now)) {
    if (id === card.alert_id || (await explainedBy(context, trx, id)) === card.alert_id) released.push(id);
  }
  if (released.length > 0) await releaseNow(trx, context.jobs, card.conversation_id, released, now);
};

/** The id of the incident that this one explains. */
const explainedBy = async (context: AlertsContext, trx: Trx, alertId: string): Promise<string | undefined> => {
  const { source, alert } = (await readAlert(context, trx, alertId)) ?? {};
  const explains = alert?.signal.explains;
  if (!source || explains === undefined) return undefined;
  return readRow(context.log, explains, async () => (await findExplained(trx, source, explains))?.id);
};

/** The app was removed from the conversation; it may come back. */
const LEFT = 'Connector.left';

/** The watches of conversations that the app has left rest until it is back. */
export const restWatches = async (trx: Trx, { conversationIds }: Departure): Promise<void> => {
  for (const conversationId of conversationIds) await markUnreachable(trx, conversationId, LEFT);
};

/** Resumes the watches of a conversation and its team, and tells those to which the app returns. @throws the last error, after all of them */
export const resumeWatches = async (context: AlertsContext, arrival: Arrival): Promise<void> => {
  const { database, log } = context;
  const { conversationId, conversationIds } = arrival;
  const faults: unknown[] = [];
  const back: Watch[] = [];
  for (const waiting of await listUnreachable(database.db, conversationIds)) {
    if (waiting.unreachable !== LEFT && waiting.conversationId !== conversationId) continue;
    try {
      const resumed = await database.transaction((trx) => resumeOne(context, trx, waiting));
      if (resumed && waiting.unreachable === LEFT) back.push(resumed);
    } catch (error) {
      log.error('watch not resumed', { reason: waiting.ref, error });
      faults.push(error);
    }
  }
  await tellResumed(context, back);
  if (faults.length > 0) throw faults.at(-1);
};

const resumeOne = async (context: AlertsContext, trx: Trx, waiting: Watch): Promise<Watch | undefined> => {
  await lockFeedsOf(trx, [waiting]);
  const watch = await markReachable(trx, waiting.id);
  if (!watch) return undefined;
  await schedulePoll(context, trx, watch.source, watch.feed);
  await postOpenIncidents(context, trx, watch);
  await notifyChanged(context, trx, watch);
  return watch;
};

const tellResumed = async ({ outbox, database }: AlertsContext, watches: readonly Watch[]): Promise<void> => {
  for (const [conversation, own] of Map.groupBy(watches, (watch) => watch.conversationId)) {
    const [{ language } = { language: 'en' }] = own;
    const names = listed(
      own.map(({ title }) => title),
      { formatLocale: language },
    );
    const to = { conversation };
    await outbox.notify(database.db, to, language, 'alerts.resumed', { count: own.length, names });
  }
};
