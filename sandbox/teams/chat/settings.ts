import { team } from '../../world.ts';
import type { SignOn } from '../api.ts';
import type { Store } from '../store/store.ts';
import type { Person, Place } from './places.ts';

const localeName = ({ key }: Person): string => `locale:${key}`;
const signOnName = ({ key }: Person): string => `sign-on:${key}`;
const READS_CHANNEL_MESSAGES = 'reads-channel-messages';

/** The language that a person chose, or has in the demo data. */
export const localeOf = (store: Store, person: Person): string => store.setting(localeName(person)) ?? person.locale;

export const keepLocale = (store: Store, person: Person, locale: string): Promise<void> =>
  store.keepSetting(localeName(person), locale);

/** Whether the team granted the resource-specific permission ChannelMessage.Read.Group. */
export const readsChannelMessages = (store: Store): boolean => store.setting(READS_CHANNEL_MESSAGES) === 'yes';

export const keepReadsChannelMessages = (store: Store, granted: boolean): Promise<void> =>
  store.keepSetting(READS_CHANNEL_MESSAGES, granted ? 'yes' : 'no');

/** How a person is signed in to Teams; since this morning, unless somebody chose otherwise. */
export const signOnOf = (store: Store, person: Person): SignOn =>
  (store.setting(signOnName(person)) as SignOn | undefined) ?? 'old';

export const keepSignOn = (store: Store, person: Person, signOn: SignOn): Promise<void> =>
  store.keepSetting(signOnName(person), signOn);

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
