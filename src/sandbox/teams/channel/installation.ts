import type { Clock } from '../../../lib/clock.ts';
import type { Ids } from '../../../lib/ids.ts';
import type { Log } from '../../../lib/logger.ts';
import { people, team } from '../../world.ts';
import { everybody, findPlace, type Place, personalPlace } from '../chat/places.ts';
import type { Store } from '../store/store.ts';
import { installationActivities } from './activities.ts';
import type { BotDoor } from './bot-door.ts';

/**
 * Tells the bot that it was installed in the team and in everybody's personal chat. A conversation for which the bot
 * took both activities is remembered and never told again.
 */
export const createInstallation = (deps: {
  store: Store;
  door: BotDoor;
  serviceUrl: string;
  clock: Clock;
  ids: Ids;
  log: Log;
}): (() => Promise<void>) => {
  const tell = async (place: Place): Promise<void> => {
    if (await deps.store.isInstalled(place.id)) return;
    const person = place.kind === 'personal' ? place.person : people.bo;
    const scene = { serviceUrl: deps.serviceUrl, now: deps.clock.now(), person, place };
    const activities = installationActivities(scene, [`f:${deps.ids.guid()}`, `f:${deps.ids.guid()}`]);
    const answers = await Promise.all(activities.map((activity) => deps.door.post(activity)));
    if (answers.every((answer) => answer.kind === 'answered' && answer.status < 300)) {
      await deps.store.markInstalled(place.id);
    } else {
      deps.log.warn('sandbox.teams.install-refused', { conversation: place.id });
    }
  };
  return async () => {
    const general = findPlace(team.id);
    if (general) await tell(general);
    for (const person of everybody) await tell(personalPlace(person));
  };
};
