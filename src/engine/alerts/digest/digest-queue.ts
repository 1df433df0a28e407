import type { Jobs } from '#platform/jobs/jobs.ts';
import { iso } from '#platform/lib/clock.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { DigestReason } from '../channel/routing.ts';
import type { QueuedIncidentTable } from '../tables.ts';

/** Job kind: posts a channel's digest. */
export const DIGEST_JOB = 'alerts.digest';

interface QueuedIncident {
  readonly conversationId: string;
  readonly alertId: string;
  readonly reason: DigestReason;
  readonly language: string;
  readonly feed: string;
  /** Undefined: once the feed's poll has ended. */
  readonly release: number | undefined;
}

/** Queues an incident for the channel's next digest, once; the earlier release counts. */
export const enqueue = async (trx: Trx, jobs: Jobs, now: number, incident: QueuedIncident): Promise<void> => {
  const { conversationId, alertId, reason, language, feed, release } = incident;
  const release_at = release === undefined ? null : iso(release);
  await trx
    .insertInto('alert_held')
    .values({
      conversation_id: conversationId,
      alert_id: alertId,
      reason,
      language,
      release_at,
      feed_id: feed,
      held_at: iso(now),
    })
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'alert_id']).doUpdateSet((eb) => ({
        reason,
        feed_id: feed,
        release_at: eb
          .case()
          .when('alert_held.release_at', '<', release_at)
          .then(eb.ref('alert_held.release_at'))
          .else(release_at)
          .end(),
      })),
    )
    .execute();
  if (release !== undefined) await scheduleDigest(trx, jobs, conversationId);
};

/** Releases what waited for the end of this feed's poll. */
export const releaseAfterPoll = async (trx: Trx, jobs: Jobs, feed: string, at: number): Promise<void> => {
  const rows = await trx
    .updateTable('alert_held')
    .set({ release_at: iso(at) })
    .where('feed_id', '=', feed)
    .where('release_at', 'is', null)
    .returning('conversation_id')
    .execute();
  for (const conversation of [...new Set(rows.map(({ conversation_id }) => conversation_id))].sort()) {
    await scheduleDigest(trx, jobs, conversation);
  }
};

/** Ids of the incidents that wait in a channel for the end of a snooze. */
export const listSnoozed = async (db: Db, conversation: string, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('alert_held')
    .select('alert_id')
    .where('conversation_id', '=', conversation)
    .where('reason', '=', 'snoozed')
    .where('release_at', '>', iso(now))
    .orderBy('alert_id')
    .execute();
  return rows.map(({ alert_id }) => alert_id);
};

/** Releases these incidents now. */
export const releaseNow = async (
  trx: Trx,
  jobs: Jobs,
  conversation: string,
  alertIds: readonly string[],
  now: number,
): Promise<void> => {
  await trx
    .updateTable('alert_held')
    .set({ release_at: iso(now) })
    .where('conversation_id', '=', conversation)
    .where('alert_id', 'in', ['', ...alertIds])
    .execute();
  await scheduleDigest(trx, jobs, conversation);
};

/** Schedules the digest for the first release. */
const scheduleDigest = async (trx: Trx, jobs: Jobs, conversation: string): Promise<void> => {
  const key = `${DIGEST_JOB} ${conversation}`;
  const schedule = (dueAt: number) => jobs.schedule(trx, { kind: DIGEST_JOB, key, dueAt, payload: { conversation } });
  const next = await nextRelease(trx, conversation);
  if (next === undefined) return;
  await schedule(next);
  // The job's row is locked now: only from here on this process sees what another one has queued and scheduled.
  const first = await nextRelease(trx, conversation);
  if (first !== undefined && first < next) await schedule(first);
};

/** The first release; milliseconds since 1970. */
export const nextRelease = async (db: Db, conversation: string): Promise<number | undefined> => {
  const first = await db
    .selectFrom('alert_held')
    .select('release_at')
    .where('conversation_id', '=', conversation)
    .where('release_at', 'is not', null)
    .orderBy('release_at')
    .executeTakeFirst();
  return first?.release_at == null ? undefined : Date.parse(first.release_at);
};

/** For an incident that has its card in the channel now. */
export const removeQueued = async (trx: Trx, conversation: string, alertId: string): Promise<void> => {
  await trx
    .deleteFrom('alert_held')
    .where('conversation_id', '=', conversation)
    .where('alert_id', '=', alertId)
    .execute();
};

/** Due incidents, oldest first. */
export const listDue = (db: Db, conversation: string, now: number): Promise<QueuedIncidentTable[]> =>
  db
    .selectFrom('alert_held')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('release_at', '<=', iso(now))
    .orderBy('held_at')
    .execute();

/** Takes the due incidents from the queue, and resolved ones whose feed was polled a moment later. */
export const takeDue = (trx: Trx, conversation: string, now: number): Promise<QueuedIncidentTable[]> =>
  trx
    .deleteFrom('alert_held')
    .where('conversation_id', '=', conversation)
    .where((eb) =>
      eb.or([eb('release_at', '<=', iso(now)), eb.and([eb('reason', '=', 'over'), eb('release_at', 'is not', null)])]),
    )
    .returningAll()
    .execute();
