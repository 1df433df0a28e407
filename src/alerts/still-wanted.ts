import type { Trx } from '../storage/database.ts';
import { findAlertRow } from './alert-store.ts';
import type { Core } from './core.ts';
import { judge } from './judge.ts';
import type { AlertHeldTable } from './tables.ts';
import { verdictsOf, writeVerdicts } from './verdicts.ts';
import { listMutes, listWatchesOf } from './watch-store.ts';

/**
 * Of what was held for a channel, what one of its watches still wants to hear of: meanwhile it may have been muted, or its
 * watch stopped or paused. What is left out is noted for `why`.
 */
export const stillWanted = async (
  core: Core,
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
    const signal = source.signal(source.item.parse(JSON.parse(alert.item_json)));
    const watches = await listWatchesOf(trx, source.name, alert.id);
    // The filter has spoken when it was held; a closed channel is told when it opens.
    const question = { signal, now, mutes: mutes.filter((mute) => mute.source === source.name), stands: true };
    const judged = watches
      .filter(({ conversationId }) => conversationId === conversation)
      .map((watch) => judge({ ...watch, deaf: undefined }, { ...question, leavesOut: () => undefined }));
    if (judged.some(({ is }) => is !== 'out')) wanted.push(row);
    else await writeVerdicts(trx, alert.id, conversation, verdictsOf(undefined, judged, now));
  }
  return wanted;
};
