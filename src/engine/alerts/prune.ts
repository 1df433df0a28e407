import type { Outbox } from '#engine/outbox/outbox.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import { lockInOrder } from '#platform/storage/claim.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { noteSubject } from './channel/thread-notes.ts';
import { alertSubject } from './context.ts';
import { digestSubject } from './digest/digest-card.ts';
import { alertsPolicy } from './policy.ts';

/** Incidents in a batch, each perhaps with cards in a thousand channels; the rest follows with the next poll. */
const BATCH = 10;

/** What a feed may list again must still be stored, or it would be posted again. */
const SHORTEST_RETENTION = 7 * DAY;

/** Resolved incidents are kept from here on; milliseconds since 1970. */
export const retainedSince = (policy: Policy, now: number): number =>
  now - Math.max(alertsPolicy(policy).keep, SHORTEST_RETENTION);

/** Deletes a batch of incidents resolved before this time, with log and copies. @returns whether there may be more */
export const pruneAlerts = async (trx: Trx, outbox: Outbox, source: string, before: number): Promise<boolean> => {
  const over = trx
    .selectFrom('alerts')
    .select('id')
    .where('source', '=', source)
    .where('open', '=', 0)
    .where('updated_at', '<', iso(before))
    .orderBy('updated_at')
    .limit(BATCH);
  const old = await lockInOrder(trx, trx.selectFrom('alerts').select('id').where('id', 'in', over)).execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return false;
  await pruneCopies(trx, outbox, ids);
  const parts = [
    'alert_feed_items',
    'alert_names',
    'alert_cards',
    'alert_notes',
    'alert_held',
    'alert_digest_items',
    'alert_verdicts',
  ] as const;
  for (const part of parts) await trx.deleteFrom(part).where('alert_id', 'in', ids).execute();
  await trx.deleteFrom('alerts').where('id', 'in', ids).execute();
  return ids.length === BATCH;
};

/** A digest is deleted with its last incident. */
const pruneCopies = async (trx: Trx, outbox: Outbox, ids: readonly string[]): Promise<void> => {
  const cards = await trx.selectFrom('alert_cards').select('id').where('alert_id', 'in', ids).execute();
  const notes = await trx.selectFrom('alert_notes').select('id').where('alert_id', 'in', ids).execute();
  const digests = await trx
    .selectFrom('alert_digest_items as gone')
    .select('gone.digest_id as id')
    .distinct()
    .where('gone.alert_id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_digest_items as left')
            .select('left.alert_id')
            .whereRef('left.digest_id', '=', 'gone.digest_id')
            .where('left.alert_id', 'not in', ids),
        ),
      ),
    )
    .execute();
  for (const { id } of digests) await trx.deleteFrom('alert_digests').where('id', '=', id).execute();
  await outbox.forget(trx, [
    ...cards.map(({ id }) => alertSubject(id)),
    ...notes.map(({ id }) => noteSubject(id)),
    ...digests.map(({ id }) => digestSubject(id)),
  ]);
};
