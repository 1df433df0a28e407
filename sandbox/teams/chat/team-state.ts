import { team } from '../../world.ts';
import type { Store } from '../store/store.ts';
import type { Place } from './places.ts';

/** What Teams tells a bot of its team and the team's channels: `conversationUpdate` with this `eventType`. */
export type TeamEvent =
  | 'channelCreated'
  | 'channelRenamed'
  | 'channelDeleted'
  | 'channelRestored'
  | 'channelShared'
  | 'channelUnshared'
  | 'teamRenamed'
  | 'teamDeleted'
  | 'teamHardDeleted'
  | 'teamRestored'
  | 'teamArchived'
  | 'teamUnarchived';

/** The team and its channels as they are after what people did to them. */
export interface TeamState {
  /** The names that a reader of the demo data does not know yet. */
  teamName(): string;
  nameOf(place: Place): string;
  /** It, or its team, was deleted. */
  isDeleted(place: Place): boolean;
  /** Its team was archived: everybody can read, nobody can write. */
  isArchived(place: Place): boolean;
  /** The channel's moderation lets no bot post. */
  isModerated(place: Place): boolean;
  keepModerated(place: Place, moderated: boolean): Promise<void>;
  /** @param channel of an event about a channel; @param name the new name, if the event brings one */
  keep(event: TeamEvent, channel: string, name: string | undefined): Promise<void>;
}

const TEAM = 'team';

export const createTeamState = (store: Store): TeamState => {
  const inTeam = (place: Place): boolean => place.kind === 'channel';
  const is = (state: string, what: string): boolean => store.setting(`${state}:${what}`) === 'yes';
  const set = (state: string, what: string, holds: boolean): Promise<void> =>
    store.keepSetting(`${state}:${what}`, holds ? 'yes' : 'no');
  return {
    teamName: () => store.setting(`name:${TEAM}`) ?? team.name,
    nameOf: ({ id, name }) => store.setting(`name:${id}`) ?? name,
    isDeleted: (place) => is('deleted', place.id) || (inTeam(place) && is('deleted', TEAM)),
    isArchived: (place) => inTeam(place) && is('archived', TEAM),
    isModerated: ({ id }) => is('moderated', id),
    keepModerated: ({ id }, moderated) => set('moderated', id, moderated),
    keep: async (event, channel, name) => {
      const about = event.startsWith(TEAM) ? TEAM : channel;
      if (name !== undefined) await store.keepSetting(`name:${about}`, name);
      if (/Deleted$|Restored$/.test(event)) await set('deleted', about, event.endsWith('Deleted'));
      if (/rchived$/.test(event)) await set('archived', about, event === 'teamArchived');
    },
  };
};
