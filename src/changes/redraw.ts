import { subjectOf } from './change.ts';
import type { Core } from './core.ts';
import { listChanges, moveChange } from './repository.ts';

/** More that wait at once than any team will ever have. */
const MOST = 10_000;

/** Who decides stands on the card and follows the policy: when another comes into force, what waits is drawn again. */
export const redrawWaiting = async (core: Core): Promise<void> => {
  for (const change of await listChanges(core.database.db, { states: ['waiting'] }, MOST)) {
    await core.database.transaction(async (trx) => {
      const raised = await moveChange(trx, change, core.clock.now(), { state: 'waiting' });
      if (raised) await core.outbox.touch(trx, subjectOf(change.id), raised.version);
    });
  }
  core.outbox.wake();
};
