import type { Log } from '#platform/lib/logger.ts';
import type { Db } from '#platform/storage/database.ts';
import { readRows } from '../context.ts';
import type { Watch } from '../watch/watch.ts';
import { toWatch } from '../watch/watch-store.ts';
import { keyOf, type StoredAlert, toAlert } from './alert-store.ts';
import type { AlertSource } from './source.ts';

/** The incidents that a watch's card lists: those that were open when it was set up. */
export const listListed = async <I>(
  db: Db,
  source: AlertSource<I>,
  { ref, conversationId }: Pick<Watch, 'ref' | 'conversationId'>,
  log: Log,
): Promise<StoredAlert<I>[]> => {
  const rows = await db
    .selectFrom('alert_verdicts')
    .innerJoin('alerts', 'alerts.id', 'alert_verdicts.alert_id')
    .selectAll('alerts')
    .where('alert_verdicts.conversation_id', '=', conversationId)
    .where('alert_verdicts.watch', '=', ref)
    .where('alert_verdicts.verdict', '=', 'listed')
    .execute();
  return readRows(log, rows, keyOf, (row) => toAlert(source, row));
};

/** The watches whose cards list an incident, in a fixed order: two processes lock their cards one after the other. */
export const listListing = async (db: Db, alertId: string): Promise<Watch[]> => {
  const rows = await db
    .selectFrom('alert_verdicts')
    .innerJoin('watches', 'watches.ref', 'alert_verdicts.watch')
    .selectAll('watches')
    .where('alert_verdicts.alert_id', '=', alertId)
    .where('alert_verdicts.verdict', '=', 'listed')
    .execute();
  return rows.map(toWatch).sort((a, b) => (a.id < b.id ? -1 : 1));
};
