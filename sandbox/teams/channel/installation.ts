import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { Log } from '../../../src/platform/lib/logger.ts';
import { sandboxBot } from '../../world.ts';
import { firstInstallations, installationOf, type Person, type Place } from '../chat/places.ts';
import type { Scenes } from '../chat/reach.ts';
import type { Store } from '../store/store.ts';
import type { BotClient } from './bot-client.ts';
import { type Activity, channelDataOf, frameOf, namedChannelData, type Scene } from './scene.ts';

export interface Installation {
  /**
   * Sends the bot each installation that the story begins with, once: until the bot has accepted both activities. A
   * conversation from which a person removed the app stays without it.
   */
  everywhere(): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Adds or removes the app at once; `delivered` resolves when the bot was told. Nothing if it is so already. */
  change(person: Person, place: Place, installed: boolean): Promise<{ delivered: Promise<void> }>;
}

export const createInstallation = (deps: {
  store: Store;
  scenes: Scenes;
  botClient: BotClient;
  ids: Ids;
  log: Log;
}): Installation => {
  const { installations } = deps.store;

  const announce = async (person: Person, place: Place, action: 'add' | 'remove'): Promise<boolean> => {
    const scene = deps.scenes(person, place);
    const activities = installationActivities(scene, place, action, [`f:${deps.ids.guid()}`, `f:${deps.ids.guid()}`]);
    const answers = await Promise.all(activities.map((activity) => deps.botClient.post(activity)));
    const taken = answers.every((answer) => answer.kind === 'answered' && answer.status < 300);
    if (!taken) deps.log.warn('sandbox.teams.install-refused', { conversation: place.id });
    return taken;
  };

  const announceAdded = async (person: Person, place: Place): Promise<void> => {
    const taken = await announce(person, place, 'add');
    // A person may have removed it meanwhile.
    if (taken && (await installations.isInstalled(installationOf(place))))
      await installations.markAnnounced(installationOf(place));
  };

  const announceFirst = async (person: Person, place: Place): Promise<void> => {
    const home = installationOf(place);
    if ((await installations.isInstalled(home)) && !(await installations.wasAnnounced(home)))
      await announceAdded(person, place);
  };

  // One after the other, so that the bot receives a removal before the next installation.
  let last = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work, work);
    return last;
  };

  return {
    everywhere: () =>
      inTurn(async () => {
        for (const { place, by } of firstInstallations) await announceFirst(by, place);
      }),
    idle: () => last,
    change: async (person, place, installed) => {
      const home = installationOf(place);
      if ((await installations.isInstalled(home)) === installed) return { delivered: Promise.resolve() };
      if (installed) {
        await installations.markAdded(home);
        return { delivered: inTurn(() => announceAdded(person, place)) };
      }
      await installations.markRemoved(home);
      return {
        delivered: inTurn(async () => {
          await announce(person, place, 'remove');
        }),
      };
    },
  };
};

/**
 * The two activities by which Teams tells a bot that it was installed or removed; they are sent at the same time.
 * @param ids one for each
 */
const installationActivities = (
  scene: Scene,
  place: Place,
  action: 'add' | 'remove',
  ids: readonly [string, string],
): readonly Activity[] => {
  const { person } = scene;
  const bot = { id: sandboxBot.id };
  const inTeam = place.kind === 'channel' && place.type === 'standard';
  const selected = inTeam && action === 'add' ? { settings: { selectedChannel: { id: place.id } } } : {};
  const isAlone = place.kind === 'personal' && action === 'add';
  const members = isAlone ? [{ id: person.teamsId, aadObjectId: person.objectId }, bot] : [bot];
  const eventType = `${inTeam ? 'team' : 'channel'}Member${action === 'add' ? 'Added' : 'Removed'}`;
  return [
    {
      ...frameOf(scene, ids[0]),
      type: 'installationUpdate',
      action,
      channelData: { ...channelDataOf(place), ...selected, source: { name: 'message' } },
    },
    {
      ...frameOf(scene, ids[1]),
      type: 'conversationUpdate',
      [action === 'add' ? 'membersAdded' : 'membersRemoved']: members,
      channelData: { ...namedChannelData(place), ...(place.kind === 'channel' ? { eventType } : {}) },
    },
  ];
};
