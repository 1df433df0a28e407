import { iso } from '../../lib/clock.ts';
import type { Db, Trx } from '../../storage/database.ts';
import type { NotificationLogEntry } from '../watch/watch.ts';
import type { Plan, StageResult } from './stages.ts';

type Row = Omit<NotificationLogEntry, 'times'>;

const DONE = { post: 'posted', edit: 'edited', reply: 'replied', hold: 'held' } as const;

/** What a channel did about an incident, if anything, and what each of its watches said that did not count. */
export const logEntriesOf = (plan: Plan | undefined, judged: readonly StageResult[], at: number): Row[] => {
  const left = judged
    .filter(({ is }) => is === 'out')
    .map(({ watch, reason, values }): Row => ({ at, verdict: 'out', reason, values, watch: watch.ref }));
  if (!plan || plan.act === 'nothing') return left;
  const done: Row = { at, verdict: DONE[plan.act], reason: plan.reason, values: {}, watch: plan.watch?.ref };
  return [done, ...left];
};

/** For `why`: one row for each thing that became of the incident there, with its last moment and how often. */
export const writeLog = async (
  trx: Trx,
  alertId: string,
  conversationId: string,
  verdicts: readonly Row[],
): Promise<void> => {
  for (const { at, verdict, reason, values, watch } of verdicts) {
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
    verdict: row.verdict as NotificationLogEntry['verdict'],
    reason: row.reason,
    values: JSON.parse(row.values_json),
    watch: row.watch === '' ? undefined : row.watch,
  }));
};
