import type { Trx } from '../../storage/database.ts';
import type { AlertsCore } from '../core.ts';
import { listSnoozed, releaseNow } from '../digest/digest-queue.ts';
import { findAlertRow, findCardRow, findExplained, itemIn } from '../feed/alert-store.ts';
import { readRow } from '../read-rows.ts';

/** Somebody has woken a card's thread: what waited for that is told, of its incident and of what explains it. */
export const releaseSnoozed = async (core: AlertsCore, trx: Trx, cardId: string): Promise<void> => {
  const card = await findCardRow(trx, cardId);
  if (!card) return;
  const now = core.clock.now();
  const told: string[] = [];
  for (const id of await listSnoozed(trx, card.conversation_id, now)) {
    if (id === card.alert_id || (await explainedBy(core, trx, id)) === card.alert_id) told.push(id);
  }
  if (told.length > 0) await releaseNow(trx, core.jobs, card.conversation_id, told, now);
};

/** The id of the incident that this one explains. */
const explainedBy = async (core: AlertsCore, trx: Trx, alertId: string): Promise<string | undefined> => {
  const row = await findAlertRow(trx, alertId);
  const source = row && core.source(row.source);
  if (!source) return undefined;
  return readRow(core.log, row.key, async () => {
    const { explains } = source.signal(itemIn(source, row));
    return explains === undefined ? undefined : (await findExplained(trx, source, explains))?.id;
  });
};
