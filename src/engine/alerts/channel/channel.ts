import { iso } from '#platform/lib/clock.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { type AlertsContext, alertSubject, filterExclusion } from '../context.ts';
import { enqueue, removeQueued } from '../digest/digest-queue.ts';
import type { StoredAlert } from '../feed/alert-store.ts';
import { isUrgent, type News } from '../feed/signal.ts';
import type { AlertSource } from '../feed/source.ts';
import type { AlertCard, Mute, NotificationLogEntry, Watch } from '../watch/watch.ts';
import { insertCard, updateCard } from './card-store.ts';
import { type Plan, planFirst, planNews, priorityOf, type Routing, routeSignal } from './routing.ts';
import { addNote, touchNotes } from './thread-notes.ts';

/** An incident as a feed lists it now. */
export interface IncidentUpdate {
  readonly source: AlertSource;
  readonly feed: string;
  readonly alert: StoredAlert;
  /** Changes worth a note in the thread. */
  readonly news: readonly News[];
  /** Its place among the incidents posted at once, from 0. */
  readonly place?: number;
  /** Whether the watch is just being set up. */
  isOpening(watch: Watch): boolean;
}

type CardState = Pick<AlertCard, 'id' | 'acknowledged' | 'snoozed'>;

/** One channel, as far as the incident concerns it. */
export interface Channel {
  readonly conversationId: string;
  readonly card: CardState | undefined;
  /** The channel's card of the incident that this one explains. */
  readonly explains: CardState | undefined;
  /** A watch's card lists it, and is kept up to date. */
  readonly isListed: boolean;
  readonly watches: readonly Watch[];
  readonly mutes: readonly Mute[];
}

/** One update for one channel, in one transaction. */
export interface ChannelTurn {
  readonly context: AlertsContext;
  readonly trx: Trx;
  readonly update: IncidentUpdate;
  readonly channel: Channel;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Notifies one channel of an incident: a card, a note in its thread, a line in the next digest, or nothing. */
export const notifyChannel = async (turn: ChannelTurn): Promise<void> => {
  const { trx, update, channel, now } = turn;
  const results = runWatches(turn);
  const plan = await carryOut(turn, results);
  const entries = [...logEntriesOf(plan, results, now), ...listingOf(turn, results)];
  await writeLog(trx, update.alert.id, channel.conversationId, entries);
};

/** Lists an incident that the channel shows on the card of a new watch. */
export const listShown = (turn: ChannelTurn): Promise<void> =>
  writeLog(turn.trx, turn.update.alert.id, turn.channel.conversationId, listingOf(turn, runWatches(turn)));

const runWatches = ({ update, channel, now }: ChannelTurn): readonly Routing[] => {
  const { source, alert, isOpening } = update;
  const mutes = channel.mutes.filter((mute) => mute.source === source.name);
  // An incident that is shown is followed to its end: a filter by level would keep back that it is resolved.
  const isShown = channel.card !== undefined || channel.explains !== undefined;
  const exclusionReason = (watch: Watch) => (isShown ? undefined : filterExclusion(source, watch, alert.item));
  const input = { signal: alert.signal, now, mutes, isShown, isOpening, exclusionReason };
  return channel.watches.map((watch) => routeSignal(watch, input));
};

/** The new watches whose cards list the incident. */
const listingOf = ({ update, now }: ChannelTurn, results: readonly Routing[]): Row[] =>
  results
    .filter(({ watch, when }) => when !== 'never' && update.alert.signal.open && update.isOpening(watch))
    .map(({ watch }) => ({ at: now, action: 'listed', reason: 'opening', values: {}, watch: watch.ref }));

const carryOut = async (turn: ChannelTurn, results: readonly Routing[]): Promise<Plan> => {
  const { context, trx, update, channel } = turn;
  if (channel.card) {
    await redrawCard(context, trx, channel.card.id);
    return addNews(turn, channel.card, results, update.news);
  }
  if (channel.explains) {
    const isKnown = await touchNotes(context, trx, update.alert.id, channel.explains.id);
    return addNews(turn, channel.explains, results, isKnown ? [] : [{ what: 'explained' }]);
  }
  const { signal } = update.alert;
  if (channel.isListed && !(signal.open && isUrgent(signal))) {
    return { act: 'nothing', reason: '', release: undefined, watch: undefined };
  }
  const plan = planFirst(results, signal);
  if (plan.act === 'post') await postCard(turn, plan);
  if (plan.act === 'hold') await queueForDigest(turn, plan);
  return plan;
};

const redrawCard = async (context: AlertsContext, trx: Trx, cardId: string): Promise<void> => {
  const version = await updateCard(trx, cardId, {});
  if (version !== undefined) await context.outbox.touch(trx, alertSubject(cardId), version);
};

/** News about a card: a note in its thread, or a line in the next digest. */
const addNews = async (
  turn: ChannelTurn,
  card: CardState,
  results: readonly Routing[],
  news: readonly News[],
): Promise<Plan> => {
  const plan = planNews(results, news, card, turn.now);
  if (plan.act === 'reply') await addNote(turn, { cardId: card.id, news, language: languageOf(turn, plan) });
  if (plan.act === 'hold') await queueForDigest(turn, plan);
  return plan;
};

const postCard = async (turn: ChannelTurn, plan: Plan): Promise<void> => {
  const { context, trx, update, channel, now } = turn;
  const { alert, place = 0 } = update;
  const card = await insertCard(trx, context.ids, alert.id, channel.conversationId, now);
  // Another process posted it a moment before, perhaps in an older state.
  if (!card.isNew) return redrawCard(context, trx, card.id);
  await removeQueued(trx, channel.conversationId, alert.id);
  await context.outbox.deliver(trx, {
    subject: alertSubject(card.id),
    variant: 'card',
    to: { conversation: channel.conversationId },
    language: languageOf(turn, plan),
    version: 1,
    priority: priorityOf(alert.signal),
    dueAt: now + place,
  });
};

const queueForDigest = (turn: ChannelTurn, plan: Extract<Plan, { act: 'hold' }>): Promise<void> =>
  enqueue(turn.trx, turn.context.jobs, turn.now, {
    conversationId: turn.channel.conversationId,
    alertId: turn.update.alert.id,
    reason: plan.reason,
    language: languageOf(turn, plan),
    feed: turn.update.feed,
    release: plan.release,
  });

/** The watch's language, else the conversation's, else English. */
const languageOf = ({ context, channel: { conversationId, watches } }: ChannelTurn, plan: Plan): string =>
  (plan.watch ?? watches[0])?.language ?? context.policy.current().conversationById(conversationId)?.language ?? 'en';

type Row = Omit<NotificationLogEntry, 'times'>;

/** The stored name of each act. */
const DONE = { post: 'posted', edit: 'edited', reply: 'replied', hold: 'held' } as const;

/** What a channel did about an incident, if anything, and why its other watches left it out. */
export const logEntriesOf = (plan: Plan | undefined, results: readonly Routing[], at: number): Row[] => {
  const left = results
    .filter(({ when }) => when === 'never')
    .map(({ watch, reason, values }): Row => ({ at, action: 'out', reason, values, watch: watch.ref }));
  if (!plan || plan.act === 'nothing') return left;
  const done: Row = { at, action: DONE[plan.act], reason: plan.reason, values: {}, watch: plan.watch?.ref };
  return [done, ...left];
};

/** For `why`: one row for each action and reason, with the last time and the count. */
export const writeLog = async (
  trx: Trx,
  alertId: string,
  conversationId: string,
  entries: readonly Row[],
): Promise<void> => {
  for (const { at, action: verdict, reason, values, watch } of entries) {
    const last = { values_json: JSON.stringify(values), at: iso(at) };
    await trx
      .insertInto('alert_verdicts')
      .values({
        alert_id: alertId,
        conversation_id: conversationId,
        watch: watch ?? '',
        verdict,
        reason,
        times: 1,
        ...last,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['alert_id', 'conversation_id', 'watch', 'verdict', 'reason'])
          .doUpdateSet((eb) => ({ ...last, times: eb('alert_verdicts.times', '+', 1) })),
      )
      .execute();
  }
};

/** Newest first. */
export const listLog = async (db: Db, alertId: string, conversationId: string): Promise<NotificationLogEntry[]> => {
  const rows = await db
    .selectFrom('alert_verdicts')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('conversation_id', '=', conversationId)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => ({
    at: Date.parse(row.at),
    times: row.times,
    action: row.verdict as NotificationLogEntry['action'],
    reason: row.reason,
    values: JSON.parse(row.values_json),
    watch: row.watch === '' ? undefined : row.watch,
  }));
};
