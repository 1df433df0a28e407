import { iso } from '../../lib/clock.ts';
import type { Db, Trx } from '../../storage/database.ts';
import type { NotificationLogEntry } from '../watch/watch.ts';
import type { Plan, StageResult } from './stages.ts';

type Row = Omit<NotificationLogEntry, 'times'>;

/** The stored name of each act. */
const DONE = { post: 'posted', edit: 'edited', reply: 'replied', hold: 'held' } as const;

/** What a channel did about an incident, if anything, and why its other watches left it out. */
export const logEntriesOf = (plan: Plan | undefined, results: readonly StageResult[], at: number): Row[] => {
  const left = results
    .filter(({ when }) => when === 'never')
    .map(({ watch, reason, values }): Row => ({ at, action: 'out', reason, values, watch: watch.ref }));
  if (!plan || plan.act === 'nothing') return left;
  const done: Row = { at, action: DONE[plan.act], reason: plan.reason, values: {}, watch: plan.watch?.ref };
  return [done, ...left];
};

/** For `why`: one row for each action and reason, with the last time and the count. */
export const writeLog = async (
  trx: Trx,
  alertId: string,
  conversationId: string,
  entries: readonly Row[],
): Promise<void> => {
  for (const { at, action: verdict, reason, values, watch } of entries) {
    const last = { values_json: JSON.stringify(values), at: iso(at) };
    await trx
      .insertInto('alert_verdicts')
      .values({
        alert_id: alertId,
        conversation_id: conversationId,
        watch: watch ?? '',
        verdict,
        reason,
        times: 1,
        ...last,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['alert_id', 'conversation_id', 'watch', 'verdict', 'reason'])
          .doUpdateSet((eb) => ({ ...last, times: eb('alert_verdicts.times', '+', 1) })),
      )
      .execute();
  }
};

/** Newest first. */
export const listLog = async (db: Db, alertId: string, conversationId: string): Promise<NotificationLogEntry[]> => {
  const rows = await db
    .selectFrom('alert_verdicts')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('conversation_id', '=', conversationId)
    .orderBy('at', 'desc')
    .execute();
  return rows.map((row) => ({
    at: Date.parse(row.at),
    times: row.times,
    action: row.verdict as NotificationLogEntry['action'],
    reason: row.reason,
    values: JSON.parse(row.values_json),
    watch: row.watch === '' ? undefined : row.watch,
  }));
};
