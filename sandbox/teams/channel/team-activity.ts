import { otherTenantId, team, tenantId } from '../../world.ts';
import type { TeamEvent } from '../chat/team-state.ts';
import { type Activity, frameOf, type Scene } from './scene.ts';

interface TeamChange {
  readonly event: TeamEvent;
  /** The channel, in an event about a channel. */
  readonly channel: { readonly id: string; readonly name?: string | undefined; readonly type?: string | undefined };
  readonly teamName?: string | undefined;
}

/** A team of the other organisation, with which a channel is shared. */
const sharedTeam = {
  id: '19:litware-settlements@thread.tacv2',
  aadGroupId: '5f0c2d71-88a4-4c0b-9d35-6b1e7a9f0c42',
  name: 'Litware settlements',
  tenantId: otherTenantId,
};

/**
 * An event of the team or of one of its channels. Its conversation is the team's, whichever channel it is about; only where a
 * channel is shared it is that channel.
 */
export const teamActivity = (scene: Scene, id: string, { event, channel, teamName }: TeamChange): Activity => {
  const isOfTeam = event.startsWith('team');
  const isOfSharing = event === 'channelShared' || event === 'channelUnshared';
  const others = { [event === 'channelShared' ? 'sharedWithTeams' : 'unsharedFromTeams']: [sharedTeam] };
  const place = { kind: 'channel', id: isOfSharing ? channel.id : team.id } as const;
  return {
    ...frameOf({ ...scene, place }, id),
    type: 'conversationUpdate',
    channelData: {
      ...(isOfTeam ? {} : { channel }),
      team: { id: team.id, ...(isOfTeam ? { aadGroupId: team.aadGroupId, name: teamName } : {}) },
      eventType: event,
      tenant: { id: tenantId },
      ...(isOfSharing ? others : {}),
    },
  };
};
