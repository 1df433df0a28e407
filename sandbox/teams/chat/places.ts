import {
  type AnyPersonKey,
  everybody as allPeople,
  type OtherPlace,
  otherPlaces,
  people,
  placesWithoutApp,
  type SandboxPerson,
  sandboxBot,
  team,
  tenantId,
} from '../../world.ts';
import type { ConversationView, World } from '../api.ts';
import { Problem } from '../http/answer.ts';
import type { AppManifest } from '../manifest.ts';

/** The languages that people can choose, each by its own name. */
export const locales: World['locales'] = [
  { tag: 'en-GB', name: 'English (United Kingdom)' },
  { tag: 'en-US', name: 'English (United States)' },
  { tag: 'de-DE', name: 'Deutsch (Deutschland)' },
  { tag: 'es-ES', name: 'Español (España)' },
  { tag: 'fr-FR', name: 'Français (France)' },
  { tag: 'it-IT', name: 'Italiano (Italia)' },
  { tag: 'ja-JP', name: '日本語 (日本)' },
  { tag: 'pt-BR', name: 'Português (Brasil)' },
];

/** A person of the demo data, with the handle as a typed key. */
export type Person = SandboxPerson & { readonly key: AnyPersonKey };

/**
 * A conversation: a channel of the team, a personal chat with the bot, a group chat, or a chat between two people, in which
 * the bot is not. A channel that is not `standard` has members of its own.
 */
export type Place =
  | {
      readonly kind: 'channel';
      readonly id: string;
      readonly name: string;
      readonly type: 'standard' | 'shared' | 'private';
      readonly members: readonly Person[];
    }
  | { readonly kind: 'personal'; readonly id: string; readonly name: string; readonly person: Person }
  | {
      readonly kind: 'group' | 'direct';
      readonly id: string;
      readonly name: string;
      readonly members: readonly Person[];
    };

export const everybody = Object.values(allPeople) as readonly Person[];
export const teamMembers = Object.values(people) as readonly Person[];

/** Only people of the tenant can have the app for themselves. */
const mayHaveApp = (person: Person): boolean => person.tenantId === tenantId;

const others: readonly OtherPlace[] = Object.values(otherPlaces);

const withOwnMembers = others.map(({ id, name, type, members: keys }): Place => {
  const members = everybody.filter(({ key }) => keys.includes(key));
  return type === 'shared' || type === 'private'
    ? { kind: 'channel', id, name, type, members }
    : { kind: type, id, name, members };
});

const places: readonly Place[] = [
  ...team.channels.map(
    ({ id, name }) => ({ kind: 'channel', id, name, type: 'standard', members: teamMembers }) as const,
  ),
  ...withOwnMembers,
  ...everybody
    .filter(mayHaveApp)
    .map((person) => ({ kind: 'personal', id: `a:sandbox-${person.key}`, name: person.name, person }) as const),
];

export type Channel = Extract<Place, { kind: 'channel' }>;
export const channels: readonly Channel[] = places.filter((place) => place.kind === 'channel');

export const findPlace = (id: string): Place | undefined => places.find((place) => place.id === id);

/** @returns undefined for a person of another organisation, who cannot have the app */
export const findPersonalPlace = (person: Person): Place | undefined =>
  places.find((place) => place.kind === 'personal' && place.person.key === person.key);

export const personalPlace = (person: Person): Place => {
  const place = findPersonalPlace(person);
  if (!place) throw new Problem(403, 'NotInTenant', `${person.name} cannot have the app.`);
  return place;
};

export const findPerson = (key: string): Person | undefined => everybody.find((person) => person.key === key);

/** By channel account (`29:…`) or directory object id, because Teams accepts both. */
export const findAccount = (id: string): Person | undefined =>
  everybody.find((person) => person.teamsId === id || person.objectId === id.toLowerCase());

export const membersOf = (place: Place): readonly Person[] =>
  place.kind === 'personal' ? [place.person] : place.members;

/** Guests and people of other organisations may not add an app. */
export const mayInstall = (person: Person): boolean => mayHaveApp(person) && person.userRole === 'user';

/** The key of the app's installation for a place: the team's id for its standard channels, otherwise the place itself. */
export const installationOf = (place: Place): string =>
  place.kind === 'channel' && place.type === 'standard' ? team.id : place.id;

/** Where the app is from the beginning of the story, each with somebody who added it. */
export const firstInstallations: readonly { readonly place: Place; readonly by: Person }[] = places
  .filter((place) => installationOf(place) === place.id && !placesWithoutApp.has(place.id))
  .flatMap((place) => {
    const [first] = membersOf(place);
    const by = membersOf(place).find(({ key }) => key === people.bo.key) ?? first;
    return by ? [{ place, by }] : [];
  });

export const mayRead = (person: Person, place: Place): boolean => membersOf(place).includes(person);

/** The recipients of a place's events. */
export const audienceOf = (place: Place): readonly AnyPersonKey[] => membersOf(place).map(({ key }) => key);

/** A channel's conversation id includes the thread: `<channel>;messageid=<first post>`. */
export const splitThread = (id: string): { readonly conversation: string; readonly root?: string } => {
  const [conversation = '', root] = id.split(';messageid=');
  return root === undefined ? { conversation } : { conversation, root };
};

export const threadId = (place: Pick<Place, 'kind' | 'id'>, root: string | undefined): string =>
  place.kind === 'channel' && root !== undefined ? `${place.id};messageid=${root}` : place.id;

/** The channels of the team first, then its other channels, the chat with the bot, and chats with people. */
export const placesOf = (person: Person): readonly Place[] => places.filter((place) => mayRead(person, place));

/** @param nameOf the current name of a channel */
export const conversationsOf = (person: Person, nameOf: (place: Place) => string): ConversationView[] =>
  placesOf(person).map((place) => viewOf(place, person, nameOf(place)));

const viewOf = (place: Place, reader: Person | undefined, name: string): ConversationView => {
  const { id, kind } = place;
  const members = membersOf(place).map(({ key }) => key);
  if (kind === 'personal') return { id, kind, members, name: sandboxBot.name, with: sandboxBot.name };
  if (kind === 'channel') return { id, kind, members, name, team: team.name, type: place.type };
  const other = place.members.find(({ key }) => key !== reader?.key);
  return { id, kind, members, name: kind === 'direct' ? (other?.name ?? '') : name };
};

/** @param current the language of a person, and the name of a place, as they are now */
export const worldView = (
  app: AppManifest,
  { localeOf, nameOf }: { localeOf(person: Person): string; nameOf(place: Place): string },
): World => ({
  ...app,
  locales,
  tenantId,
  bot: { id: sandboxBot.id, name: sandboxBot.name },
  team: {
    name: team.name,
    channels: channels
      .filter(({ type }) => type === 'standard')
      .map((place) => viewOf(place, undefined, nameOf(place))),
  },
  people: everybody.map((person) => ({
    key: person.key,
    objectId: person.objectId,
    teamsId: person.teamsId,
    name: person.name,
    title: person.title,
    guest: person.userRole === 'guest',
    ...(person.tenantId === tenantId ? {} : { foreign: true as const }),
    inTeam: teamMembers.includes(person),
    locale: localeOf(person),
    timezone: person.timezone,
  })),
});
