import { iso } from '../lib/clock.ts';
import type { Trx } from '../storage/database.ts';

/** So many at a time: what is left comes with the next reading. */
const MOST = 100;

/** Forgets incidents that were over before this moment, with all that was noted of them; what stands in Teams stays. */
export const pruneAlerts = async (trx: Trx, source: string, before: number): Promise<void> => {
  const old = await trx
    .selectFrom('alerts')
    .select('id')
    .where('source', '=', source)
    .where('open', '=', 0)
    .where('updated_at', '<', iso(before))
    .limit(MOST)
    .execute();
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
