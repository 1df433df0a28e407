import { sandboxBot } from '../../world.ts';
import { type Activity, channelDataOf, frameOf, type Scene } from './scene.ts';

/**
 * The two activities by which Teams tells a bot that it was installed, or removed; they travel at the same time.
 * @param ids one for each
 */
export const installationActivities = (
  scene: Scene,
  action: 'add' | 'remove',
  ids: readonly [string, string],
): readonly Activity[] => {
  const { person, place } = scene;
  const bot = { id: sandboxBot.id };
  const inTeam = place.kind === 'channel';
  const selected = inTeam && action === 'add' ? { settings: { selectedChannel: { id: place.id } } } : {};
  const members = inTeam || action === 'remove' ? [bot] : [{ id: person.teamsId, aadObjectId: person.objectId }, bot];
  const eventType = action === 'add' ? 'teamMemberAdded' : 'teamMemberRemoved';
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
      channelData: { ...channelDataOf(place), ...(inTeam ? { eventType } : {}) },
    },
  ];
};
