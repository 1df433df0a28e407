import type { Trx } from '../storage/database.ts';
import { findAlertRow, findCardRow, findExplained, itemIn } from './alert-store.ts';
import type { Core } from './core.ts';
import { listSnoozed, releaseNow } from './held.ts';
import { readable } from './readable.ts';

/** Somebody has woken a card's thread: what waited for that is told, of its incident and of what explains it. */
export const releaseSnoozed = async (core: Core, trx: Trx, cardId: string): Promise<void> => {
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
const explainedBy = async (core: Core, trx: Trx, alertId: string): Promise<string | undefined> => {
  const row = await findAlertRow(trx, alertId);
  const source = row && core.source(row.source);
  if (!source) return undefined;
  return readable(core.log, row.key, async () => {
    const { explains } = source.signal(itemIn(source, row));
    return explains === undefined ? undefined : (await findExplained(trx, source, explains))?.id;
  });
};
