import { DAY, iso } from '../lib/clock.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Policy } from '../policy/policy.ts';
import { lockInOrder } from '../storage/claim.ts';
import type { Trx } from '../storage/database.ts';
import { alertSubject } from './alerts.ts';
import { noteSubject } from './channel/thread-notes.ts';
import { digestSubject } from './digest/digest.ts';
import { alertsPolicy } from './policy.ts';

/** So many at a time, each perhaps with a card in a thousand channels: what is left comes with the next reading. */
const MOST = 10;

/** What a feed lists again must be known still, or it would be told again. */
const SHORTEST_KEPT = 7 * DAY;

/** Since when what is over is kept; milliseconds since 1970. */
export const forgottenBefore = (policy: Policy, now: number): number =>
  now - Math.max(alertsPolicy(policy).keep, SHORTEST_KEPT);

/**
 * Forgets some incidents that were over before this moment, with all that was noted of them and every copy of it; what
 * stands in Teams stays.
 * @returns whether there may be more
 */
export const pruneAlerts = async (trx: Trx, outbox: Outbox, source: string, before: number): Promise<boolean> => {
  const over = trx
    .selectFrom('alerts')
    .select('id')
    .where('source', '=', source)
    .where('open', '=', 0)
    .where('updated_at', '<', iso(before))
    .orderBy('updated_at')
    .limit(MOST);
  const old = await lockInOrder(trx, trx.selectFrom('alerts').select('id').where('id', 'in', over)).execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return false;
  await forgetCopies(trx, outbox, ids);
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
  return ids.length === MOST;
};

/** A digest goes with the last incident that it tells of. */
const forgetCopies = async (trx: Trx, outbox: Outbox, ids: readonly string[]): Promise<void> => {
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
