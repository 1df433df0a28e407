import { SECOND } from '../../lib/clock.ts';
import type { Trx } from '../../storage/database.ts';
import { listLog, writeLog } from '../channel/notification-log.ts';
import { runStages } from '../channel/stages.ts';
import { type AlertsCore, leftOutBy, tellChanged } from '../core.ts';
import { enqueue } from '../digest/digest-queue.ts';
import { findAlertRow, itemIn, listCards } from '../feed/alert-store.ts';
import { postOpenIncidents } from '../feed/ingest.ts';
import { readRow } from '../read-rows.ts';
import { releaseOf } from './quiet-hours.ts';
import type { NotificationLogEntry, Watch } from './watch.ts';
import { endPause, feedId, listMutes, listWatches } from './watch-store.ts';

/** So that what the next look finds stands in the same digest. */
const SETTLE_MS = 10 * SECOND;

/** Ends the pauses of a feed's watches whose time has come; one that can't be ended costs itself only, and is tried at the next look. */
export const resumeDue = async (core: AlertsCore, source: string, feed: string): Promise<void> => {
  const { database, clock, log } = core;
  for (const { id, ref, pausedUntil } of await listWatches(database.db, { source, feed })) {
    if (pausedUntil === undefined || pausedUntil > clock.now()) continue;
    try {
      await database.transaction(async (trx) => {
        const watch = await endPause(trx, id, clock.now());
        if (!watch) return;
        await postAfterPause(core, trx, watch);
        await tellChanged(core, trx, watch);
      });
    } catch (error) {
      log.error('pause not ended', { reason: ref, error });
    }
  }
};

/** A watch's pause has ended: what goes on gets its card, what has ended meanwhile is told in one digest. */
export const postAfterPause = async (core: AlertsCore, trx: Trx, watch: Watch): Promise<void> => {
  await postOpenIncidents(core, trx, watch);
  const { conversationId, ref } = watch;
  const kept = await trx
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
  for (const { id } of kept) await tellMissed(core, trx, watch, id);
};

const tellMissed = async (core: AlertsCore, trx: Trx, watch: Watch, alertId: string): Promise<void> => {
  const now = core.clock.now();
  const { conversationId, ref, language } = watch;
  const row = await findAlertRow(trx, alertId);
  const source = row && core.source(row.source);
  if (!source) return;
  const cards = await listCards(trx, alertId);
  const stands = cards.some((card) => card.conversation_id === conversationId);
  if (!wasMissed(await listLog(trx, alertId, conversationId), ref, stands)) return;
  const said = await readRow(core.log, row.key, () => {
    const item = itemIn(source, row);
    return { item, signal: source.signal(item) };
  });
  if (!said) return;
  const { item, signal } = said;
  const mutes = (await listMutes(trx, conversationId)).filter((mute) => mute.source === source.name);
  const leavesOut = () => (stands ? undefined : leftOutBy(source, watch, item));
  if (runStages(watch, { signal, now, mutes, stands, leavesOut }).is === 'out') return;
  const reason = 'paused';
  const release = releaseOf(watch, now + SETTLE_MS);
  const feed = feedId(watch.source, watch.feed);
  await enqueue(trx, core.jobs, now, { conversationId, alertId, reason, language, feed, release });
  await writeLog(trx, alertId, conversationId, [{ at: now, verdict: 'held', reason, values: {}, watch: ref }]);
};

const HEARD: ReadonlySet<NotificationLogEntry['verdict']> = new Set(['posted', 'replied', 'held', 'digest']);

/** Whether the pause kept something back that nobody in the channel has heard of since. A card that stands was edited in silence. */
const wasMissed = (verdicts: readonly NotificationLogEntry[], ref: string, stands: boolean): boolean => {
  const newest = (is: (verdict: NotificationLogEntry) => boolean): number => verdicts.find(is)?.at ?? 0;
  const kept = newest(({ verdict, reason, watch }) => verdict === 'out' && reason === 'paused' && watch === ref);
  const silent = newest(({ verdict, reason }) => verdict === 'edited' && reason === 'unheard');
  return (stands ? Math.min(kept, silent) : kept) > newest(({ verdict }) => HEARD.has(verdict));
};
