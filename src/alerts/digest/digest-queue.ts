import type { Jobs } from '../../jobs/jobs.ts';
import { iso } from '../../lib/clock.ts';
import type { Db, Trx } from '../../storage/database.ts';
import type { AlertHeldTable } from '../tables.ts';

/** The job that tells a channel what was held. */
export const DIGEST_JOB = 'alerts.digest';

export interface QueuedIncident {
  readonly conversationId: string;
  readonly alertId: string;
  readonly reason: string;
  readonly language: string;
  readonly feed: string;
  /** Undefined for as soon as the feed is read to its end. */
  readonly release: number | undefined;
}

/** Keeps an incident for the channel's next digest; it stands there once, and what is to be told sooner decides when. */
export const enqueue = async (trx: Trx, jobs: Jobs, now: number, holding: QueuedIncident): Promise<void> => {
  const { conversationId, alertId, reason, language, feed, release } = holding;
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

/** What waited for the end of this feed's reading is told at that moment. */
export const releaseRead = async (trx: Trx, jobs: Jobs, feed: string, at: number): Promise<void> => {
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

/** What waits in a channel for a thread to be woken. @returns the ids of the incidents that it tells of */
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

/** What is held of these incidents is told now. */
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

/** Never later than what is held already is to be told. */
const scheduleDigest = async (trx: Trx, jobs: Jobs, conversation: string): Promise<void> => {
  const key = `${DIGEST_JOB} ${conversation}`;
  const schedule = (dueAt: number) => jobs.schedule(trx, { kind: DIGEST_JOB, key, dueAt, payload: { conversation } });
  const next = await nextRelease(trx, conversation);
  if (next === undefined) return;
  await schedule(next);
  // The job's row is ours now: what another process held meanwhile, and scheduled, is seen only from here on.
  const seen = await nextRelease(trx, conversation);
  if (seen !== undefined && seen < next) await schedule(seen);
};

/** When the first of what is held is to be told; milliseconds since 1970. */
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

/** It stands in the channel now. */
export const removeQueued = async (trx: Trx, conversation: string, alertId: string): Promise<void> => {
  await trx
    .deleteFrom('alert_held')
    .where('conversation_id', '=', conversation)
    .where('alert_id', '=', alertId)
    .execute();
};

/** What is due to be told by now, oldest first. */
export const listDue = (db: Db, conversation: string, now: number): Promise<AlertHeldTable[]> =>
  db
    .selectFrom('alert_held')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .where('release_at', '<=', iso(now))
    .orderBy('held_at')
    .execute();

/** @returns what was due, now nobody else's; with it goes what is over and whose feed was read a moment later */
export const takeDue = (trx: Trx, conversation: string, now: number): Promise<AlertHeldTable[]> =>
  trx
    .deleteFrom('alert_held')
    .where('conversation_id', '=', conversation)
    .where((eb) =>
      eb.or([eb('release_at', '<=', iso(now)), eb.and([eb('reason', '=', 'over'), eb('release_at', 'is not', null)])]),
    )
    .returningAll()
    .execute();
