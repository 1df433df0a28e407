import type { Trx } from '../../storage/database.ts';
import { logEntriesOf, writeLog } from '../channel/notification-log.ts';
import { runStages, type StageResult } from '../channel/stages.ts';
import type { AlertsCore } from '../core.ts';
import { findAlertRow, itemIn, listCards } from '../feed/alert-store.ts';
import { readRow } from '../read-rows.ts';
import type { AlertHeldTable } from '../tables.ts';
import { listMutes, listWatchesOf } from '../watch/watch-store.ts';

/**
 * Of what was held for a channel, what one of its watches still wants to hear of: meanwhile it may have been muted, or its
 * watch stopped or paused. What is left out is noted for `why`.
 */
export const stillWanted = async (
  core: AlertsCore,
  trx: Trx,
  conversation: string,
  held: readonly AlertHeldTable[],
): Promise<readonly AlertHeldTable[]> => {
  const now = core.clock.now();
  const mutes = await listMutes(trx, conversation);
  const wanted: AlertHeldTable[] = [];
  for (const row of held) {
    const alert = await findAlertRow(trx, row.alert_id);
    const source = alert && core.source(alert.source);
    if (!source) continue;
    const signal = await readRow(core.log, alert.key, () => source.signal(itemIn(source, alert)));
    if (!signal) continue;
    const watches = await listWatchesOf(trx, source.name, alert.id);
    // The filter has spoken when it was held; a closed channel is told when it opens.
    const question = { signal, now, mutes: mutes.filter((mute) => mute.source === source.name), stands: true };
    const judged = watches
      .filter(({ conversationId }) => conversationId === conversation)
      .map((watch) => runStages({ ...watch, deaf: undefined }, { ...question, leavesOut: () => undefined }));
    if (judged.some(({ is }) => is !== 'out')) wanted.push(row);
    else await noteLeftOut(trx, alert.id, conversation, judged, now);
  }
  return wanted;
};

/** Of a card that stands, what a pause keeps back was edited in silence: the pause's end looks for that. */
const noteLeftOut = async (
  trx: Trx,
  alertId: string,
  conversation: string,
  judged: readonly StageResult[],
  now: number,
): Promise<void> => {
  const paused = judged.some(({ reason }) => reason === 'paused');
  const stands = paused && (await listCards(trx, alertId)).some((card) => card.conversation_id === conversation);
  const plan = stands ? ({ act: 'edit', reason: 'unheard', release: undefined, watch: undefined } as const) : undefined;
  await writeLog(trx, alertId, conversation, logEntriesOf(plan, judged, now));
};
