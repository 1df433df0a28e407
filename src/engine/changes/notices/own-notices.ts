import type { ChangesCore } from '../core.ts';
import { decisionContext } from '../decision/check-decision.ts';
import { listChanges } from '../repository.ts';
import { scheduleDigest } from './digest.ts';
import { scheduleNotices } from './schedule.ts';
import { type NoticeSettings, possibleStandIns } from './settings.ts';
import { findSettings, saveSettings } from './store.ts';

/** How people choose to be notified of requests that they can decide; people by directory object id. */
export interface OwnNotices {
  /** Undefined for a person who has chosen nothing. */
  find(objectId: string): Promise<NoticeSettings | undefined>;
  /** From now on, also for requests that wait already. */
  save(objectId: string, settings: NoticeSettings): Promise<void>;
  /** Those who may decide with this person under a rule, by the current policy. */
  standIns(objectId: string): readonly { readonly objectId: string; readonly name: string; readonly key: string }[];
}

/** More than any organisation will ever have waiting at once. */
const MOST_WAITING = 10_000;

export const createOwnNotices = (core: ChangesCore): OwnNotices => ({
  find: async (objectId) =>
    (await findSettings(core.database.db, [objectId.toLowerCase()])).get(objectId.toLowerCase()),
  save: async (objectId, settings) => {
    const me = objectId.toLowerCase();
    await core.database.transaction(async (trx) => {
      const now = core.clock.now();
      await saveSettings(trx, me, settings, now);
      await scheduleDigest(core, trx, me, settings);
      for (const change of await listChanges(trx, { states: ['waiting'] }, MOST_WAITING)) {
        const { deciders } = decisionContext(core, change, []).review;
        if (deciders.some((person) => person.objectId === me)) await scheduleNotices(core, trx, change, now);
      }
      const { way, weekends, zone, quiet = null, awayUntil = null, standIn = null } = settings;
      await core.audit.append(trx, {
        ...{ target: me, actor: me, event: 'own notices changed' },
        detail: { way, weekends, zone, quiet, awayUntil, standIn },
      });
    });
  },
  standIns: (objectId) => possibleStandIns(core.policy.current(), objectId),
});
