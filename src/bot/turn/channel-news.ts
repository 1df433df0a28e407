import type { VerifiedActivity } from '#bot/gate/activity.ts';
import {
  type ChannelFacts,
  type Closed,
  channelTypes,
  type TeamFacts,
} from '#teams/connector/conversations/channels.ts';

/** Whether people can write there after an event; `null`: again. */
const closedBy: ReadonlyMap<string, Closed | null> = new Map(
  Object.entries<Closed | null>({
    channelCreated: null,
    channelDeleted: 'deleted',
    channelRestored: null,
    teamDeleted: 'deleted',
    teamHardDeleted: 'deleted',
    teamRestored: null,
    teamArchived: 'archived',
    teamUnarchived: null,
  }),
);
const SHARING: ReadonlySet<string> = new Set(['channelShared', 'channelUnshared']);
const OTHERS: ReadonlySet<string> = new Set(['channelRenamed', 'teamRenamed', 'teamMemberAdded', 'teamMemberRemoved']);

/** Teams adds events: the meaning of a new one for a conversation is unknown. */
export const isUnknownEvent = ({ type, channelData: { eventType } }: VerifiedActivity): boolean => {
  if (type !== 'conversationUpdate') return false;
  return eventType !== undefined && !(closedBy.has(eventType) || SHARING.has(eventType) || OTHERS.has(eventType));
};

/** What an activity says of a team and of one of its channels. */
export interface ChannelNews {
  readonly team?: TeamFacts;
  readonly channel?: ChannelFacts;
  /** The id of the team or channel that was deleted or archived, and of the one where people can write again. */
  readonly closed?: string;
  readonly reopened?: string;
}

/**
 * An event is about the channel that it names, whichever conversation it comes in: those of channels come in the team's. A
 * message says nothing beside the ids.
 */
export const channelNewsIn = ({ type, channelData }: VerifiedActivity): ChannelNews => {
  const event = type === 'conversationUpdate' ? (channelData.eventType ?? '') : '';
  const { team, channel } = channelData;
  const isOfTeam = event.startsWith('team');
  const closed = closedBy.get(event);
  const about = isOfTeam ? team.id : channel.id;
  return {
    ...(team.id ? { team: { id: team.id, name: team.name, ...(isOfTeam ? { closed } : {}) } } : {}),
    ...(channel.id && !isOfTeam
      ? { channel: { id: channel.id, teamId: team.id, name: channel.name, type: typeOf(channel.type, event), closed } }
      : {}),
    ...(about && closed ? { closed: about } : {}),
    ...(about && closed === null ? { reopened: about } : {}),
  };
};

const typeOf = (told: string | undefined, event: string): ChannelFacts['type'] =>
  channelTypes.find((type) => type === told?.toLowerCase()) ?? (SHARING.has(event) ? 'shared' : undefined);

/** Whether it says more than the ids. */
export const isNews = ({ name, closed, ...more }: TeamFacts & Pick<ChannelFacts, 'type'>): boolean =>
  name !== undefined || closed !== undefined || more.type !== undefined;
