import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { listCards } from '../channel/card-store.ts';
import { logEntriesOf, writeLog } from '../channel/channel.ts';
import { type Routing, routeSignal } from '../channel/routing.ts';
import type { AlertsContext } from '../context.ts';
import { readAlert } from '../feed/alert-store.ts';
import { alertsPolicy } from '../policy.ts';
import type { QueuedIncidentTable } from '../tables.ts';
import { listMutes } from '../watch/mutes.ts';
import { feedId, listWatches, listWatchesOf } from '../watch/watch-store.ts';
import { digestSubject } from './digest-card.ts';
import { DIGEST_JOB, listDue, nextRelease, takeDue } from './digest-queue.ts';

const payload = z.object({ conversation: z.string() });

/** How long a digest waits for feeds of its channel that have not been polled since an interruption. */
const LONGEST_WAIT_MS = 2 * MINUTE;
const RETRY_MS = 5 * SECOND;

export const digestJob = (context: AlertsContext): JobKind<z.infer<typeof payload>> => ({
  name: DIGEST_JOB,
  payload,
  maxAttempts: 1_000,
  async handle({ conversation }, { now }) {
    const { db } = context.database;
    const due = await listDue(db, conversation, now);
    if (due.length > 0) {
      if (await waitsForOtherFeeds(context, db, conversation, due, now)) return { again: now + RETRY_MS };
      await context.database.transaction((trx) => postDigest(context, trx, conversation, now));
    }
    const next = await nextRelease(db, conversation);
    return next === undefined ? { end: 'done' } : { again: next };
  },
});

/** After an interruption every feed finds incidents resolved meanwhile: they go into one digest. */
const waitsForOtherFeeds = async (
  context: AlertsContext,
  db: Db,
  conversation: string,
  due: readonly QueuedIncidentTable[],
  now: number,
): Promise<boolean> => {
  if (!due.some(({ reason, held_at }) => reason === 'over' && Date.parse(held_at) > now - LONGEST_WAIT_MS))
    return false;
  const watches = await listWatches(db, { conversationId: conversation });
  const ids = [...new Set(watches.map(({ source, feed }) => feedId(source, feed)))];
  const fresh = iso(now - 2 * alertsPolicy(context.policy.current()).every - MINUTE);
  const late = await db
    .selectFrom('alert_feeds')
    .select('id')
    .where('id', 'in', ['', ...ids])
    .where((eb) => eb.or([eb('ok_at', 'is', null), eb('ok_at', '<', fresh)]))
    .executeTakeFirst();
  return late !== undefined;
};

const postDigest = async (context: AlertsContext, trx: Trx, conversation: string, now: number): Promise<void> => {
  const queued = await dropUnwanted(context, trx, conversation, await takeDue(trx, conversation, now));
  const [first] = queued;
  if (!first) return;
  const id = context.ids.ordered();
  await trx
    .insertInto('alert_digests')
    .values({ id, conversation_id: conversation, version: 1, created_at: iso(now) })
    .execute();
  const items = queued.map(({ alert_id, reason }) => ({ digest_id: id, alert_id, reason }));
  await trx.insertInto('alert_digest_items').values(items).execute();
  await context.outbox.deliver(trx, {
    subject: digestSubject(id),
    variant: 'digest',
    to: { conversation },
    language: first.language,
    version: 1,
    priority: 'unasked',
  });
  for (const { alert_id, reason } of queued) {
    await writeLog(trx, alert_id, conversation, [{ at: now, action: 'digest', reason, values: {}, watch: undefined }]);
  }
};

/** Redraws the digests that list an incident. */
export const touchDigests = async (context: AlertsContext, trx: Trx, alertId: string): Promise<void> => {
  const named = trx.selectFrom('alert_digest_items').select('digest_id').where('alert_id', '=', alertId);
  const rows = await trx
    .updateTable('alert_digests')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', named)
    .returning(['id', 'version'])
    .execute();
  for (const { id, version } of rows) await context.outbox.touch(trx, digestSubject(id), version);
};

/** Leaves out queued incidents that no watch of the channel wants any more; the notification log has the reason. */
const dropUnwanted = async (
  context: AlertsContext,
  trx: Trx,
  conversation: string,
  queued: readonly QueuedIncidentTable[],
): Promise<readonly QueuedIncidentTable[]> => {
  const now = context.clock.now();
  const allMutes = await listMutes(trx, conversation);
  const wanted: QueuedIncidentTable[] = [];
  for (const row of queued) {
    const { source, alert } = (await readAlert(context, trx, row.alert_id)) ?? {};
    if (!source || !alert) continue;
    const mutes = allMutes.filter((mute) => mute.source === source.name);
    // The filter was applied when it was queued; an unreachable channel gets its digest once it is reachable.
    const input = {
      signal: alert.signal,
      now,
      mutes,
      isShown: true,
      isOpening: () => false,
      exclusionReason: () => undefined,
    };
    const results = (await listWatchesOf(trx, source.name, alert.id))
      .filter(({ conversationId }) => conversationId === conversation)
      .map((watch) => routeSignal({ ...watch, unreachable: undefined }, input));
    if (results.some(({ when }) => when !== 'never')) wanted.push(row);
    else await logLeftOut(trx, alert.id, conversation, results, now);
  }
  return wanted;
};

/** With a card in the channel the pause suppressed a note only: the log entry is found when the pause ends. */
const logLeftOut = async (
  trx: Trx,
  alertId: string,
  conversation: string,
  results: readonly Routing[],
  now: number,
): Promise<void> => {
  const isPaused = results.some(({ reason }) => reason === 'paused');
  const isShown = isPaused && (await listCards(trx, alertId)).some((card) => card.conversation_id === conversation);
  const plan = isShown
    ? ({ act: 'edit', reason: 'unheard', release: undefined, watch: undefined } as const)
    : undefined;
  await writeLog(trx, alertId, conversation, logEntriesOf(plan, results, now));
};
