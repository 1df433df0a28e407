import type { Trx } from '../../storage/database.ts';
import { alertSubject } from '../alerts.ts';
import { type AlertsCore, leftOutBy } from '../core.ts';
import { enqueue, removeQueued } from '../digest/digest-queue.ts';
import { insertCard, type StoredAlert, updateCard } from '../feed/alert-store.ts';
import type { AlertSource, Signal } from '../feed/source.ts';
import type { AlertCard, Mute, Watch } from '../watch/watch.ts';
import type { News } from './news.ts';
import { logEntriesOf, writeLog } from './notification-log.ts';
import { type Plan, planFirst, planNews, priorityOf, runStages, type StageResult } from './stages.ts';
import { addNote, touchNotes } from './thread-notes.ts';

/** What a feed tells of an incident. */
export interface Telling {
  readonly source: AlertSource;
  readonly feed: string;
  readonly alert: StoredAlert;
  readonly signal: Signal;
  /** What has changed that is worth a word. */
  readonly news: readonly News[];
  /** Its place among those that are told at once, from 0. */
  readonly place?: number;
}

type Pressed = Pick<AlertCard, 'id' | 'acknowledged' | 'snoozed'>;

/** One channel, as far as the incident touches it. */
export interface Channel {
  readonly conversationId: string;
  readonly card: Pressed | undefined;
  /** The card there of the incident that this one explains. */
  readonly explains: Pressed | undefined;
  readonly watches: readonly Watch[];
  readonly mutes: readonly Mute[];
}

/** Lets one channel hear of an incident: a card, a word in its thread, a line in the next digest, or nothing. */
export const tellChannel = async (core: AlertsCore, trx: Trx, telling: Telling, channel: Channel): Promise<void> => {
  const now = core.clock.now();
  const { source, alert, signal } = telling;
  const mutes = channel.mutes.filter((mute) => mute.source === source.name);
  // What was told once is told to its end: a filter by level would else keep back that it is over.
  const stands = channel.card !== undefined || channel.explains !== undefined;
  const leavesOut = (watch: Watch) => (stands ? undefined : leftOutBy(source, watch, alert.item));
  const judged = channel.watches.map((watch) => runStages(watch, { signal, now, mutes, stands, leavesOut }));
  const plan = await act(core, trx, telling, channel, judged, now);
  await writeLog(trx, alert.id, channel.conversationId, logEntriesOf(plan, judged, now));
};

const act = async (
  core: AlertsCore,
  trx: Trx,
  telling: Telling,
  channel: Channel,
  judged: readonly StageResult[],
  now: number,
): Promise<Plan> => {
  const { signal, news } = telling;
  if (channel.card) {
    await redraw(core, trx, channel.card.id);
    return tell(core, trx, telling, channel, planNews(judged, news, channel.card, now), channel.card, news);
  }
  if (channel.explains) {
    const told = await touchNotes(core, trx, telling.alert.id, channel.explains.id);
    const fresh: readonly News[] = told ? [] : [{ what: 'explained' }];
    return tell(core, trx, telling, channel, planNews(judged, fresh, channel.explains, now), channel.explains, fresh);
  }
  const plan = planFirst(judged, signal);
  if (plan.act === 'post') await post(core, trx, telling, channel, plan, now);
  if (plan.act === 'hold') await keep(core, trx, telling, channel, plan, now);
  return plan;
};

const redraw = async (core: AlertsCore, trx: Trx, cardId: string): Promise<void> => {
  const version = await updateCard(trx, cardId, {});
  if (version !== undefined) await core.outbox.touch(trx, alertSubject(cardId), version);
};

const tell = async (
  core: AlertsCore,
  trx: Trx,
  telling: Telling,
  channel: Channel,
  plan: Plan,
  card: Pressed,
  news: readonly News[],
): Promise<Plan> => {
  if (plan.act === 'reply') await addNote(core, trx, telling, card.id, news, languageOf(core, channel, plan));
  if (plan.act === 'hold') await keep(core, trx, telling, channel, plan, core.clock.now());
  return plan;
};

const post = async (
  core: AlertsCore,
  trx: Trx,
  telling: Telling,
  channel: Channel,
  plan: Plan,
  now: number,
): Promise<void> => {
  const { alert, signal, place = 0 } = telling;
  const card = await insertCard(trx, core.ids, alert.id, channel.conversationId, now);
  // Another process posted it a moment before, perhaps as it was then.
  if (!card.isNew) return redraw(core, trx, card.id);
  await removeQueued(trx, channel.conversationId, alert.id);
  await core.outbox.deliver(trx, {
    subject: alertSubject(card.id),
    face: 'card',
    to: { conversation: channel.conversationId },
    language: languageOf(core, channel, plan),
    version: 1,
    priority: priorityOf(signal),
    dueAt: now + place,
  });
};

const keep = (
  core: AlertsCore,
  trx: Trx,
  { alert, feed }: Telling,
  channel: Channel,
  plan: Plan,
  now: number,
): Promise<void> =>
  enqueue(trx, core.jobs, now, {
    conversationId: channel.conversationId,
    alertId: alert.id,
    reason: plan.reason,
    language: languageOf(core, channel, plan),
    feed,
    release: plan.release,
  });

/** The watch's, else the conversation's, else English. */
const languageOf = (core: AlertsCore, { conversationId, watches }: Channel, plan: Plan): string =>
  (plan.watch ?? watches[0])?.language ?? core.policy.current().conversationById(conversationId)?.language ?? 'en';
