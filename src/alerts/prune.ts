import { DAY, iso } from '../lib/clock.ts';
import type { Policy } from '../policy/policy.ts';
import { lockInOrder } from '../storage/claim.ts';
import type { Trx } from '../storage/database.ts';
import { alertsPolicy } from './section.ts';

/** So many at a time: what is left comes with the next reading. */
const MOST = 100;

/** What a feed lists again must be known still, or it would be told again. */
const SHORTEST_KEPT = 7 * DAY;

/** Since when what is over is kept; milliseconds since 1970. */
export const forgottenBefore = (policy: Policy, now: number): number =>
  now - Math.max(alertsPolicy(policy).keep, SHORTEST_KEPT);

/** Forgets incidents that were over before this moment, with all that was noted of them; what stands in Teams stays. */
export const pruneAlerts = async (trx: Trx, source: string, before: number): Promise<void> => {
  const over = trx
    .selectFrom('alerts')
    .select('id')
    .where('source', '=', source)
    .where('open', '=', 0)
    .where('updated_at', '<', iso(before))
    .limit(MOST);
  const old = await lockInOrder(trx, over).execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
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
};
