import { type PersonKey, people, type SandboxPerson, sandboxBot, team, tenantId } from '../../world.ts';
import type { ConversationView, World } from '../api.ts';
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
export type Person = SandboxPerson & { readonly key: PersonKey };

/** A conversation: a channel of the team, or a personal chat with the bot. */
export type Place =
  | { readonly kind: 'channel'; readonly id: string; readonly name: string }
  | { readonly kind: 'personal'; readonly id: string; readonly name: string; readonly person: Person };

export const everybody = Object.values(people) as readonly Person[];

const places: readonly Place[] = [
  ...team.channels.map(({ id, name }) => ({ kind: 'channel', id, name }) as const),
  ...everybody.map(
    (person) => ({ kind: 'personal', id: `a:sandbox-${person.key}`, name: person.name, person }) as const,
  ),
];

export const findPlace = (id: string): Place | undefined => places.find((place) => place.id === id);

export const personalPlace = (person: Person): Place => {
  const place = places.find((candidate) => candidate.kind === 'personal' && candidate.person.key === person.key);
  if (!place) throw new Error(`nobody is called ${person.key}`);
  return place;
};

export const findPerson = (key: string): Person | undefined => everybody.find((person) => person.key === key);

/** By channel account (`29:…`) or directory object id, because Teams accepts both. */
export const findAccount = (id: string): Person | undefined =>
  everybody.find((person) => person.teamsId === id || person.objectId === id.toLowerCase());

export const membersOf = (place: Place): readonly Person[] => (place.kind === 'channel' ? everybody : [place.person]);

/** The key of the app's installation for a place: the team's id for its channels, otherwise the chat itself. */
export const installationOf = (place: Place): string => (place.kind === 'channel' ? team.id : place.id);

export const mayRead = (person: Person, place: Place): boolean => membersOf(place).includes(person);

/** The recipients of a place's events: one person in a personal chat, everybody in a channel. */
export const audienceOf = (place: Place): PersonKey | undefined =>
  place.kind === 'personal' ? place.person.key : undefined;

/** A channel's conversation id includes the thread: `<channel>;messageid=<first post>`. */
export const splitThread = (id: string): { readonly conversation: string; readonly root?: string } => {
  const [conversation = '', root] = id.split(';messageid=');
  return root === undefined ? { conversation } : { conversation, root };
};

export const threadId = (place: Place, root: string | undefined): string =>
  place.kind === 'channel' && root !== undefined ? `${place.id};messageid=${root}` : place.id;

export const conversationsOf = (person: Person): ConversationView[] => [
  ...channelViews(),
  { id: personalPlace(person).id, kind: 'personal', name: sandboxBot.name, with: sandboxBot.name },
];

const channelViews = (): ConversationView[] =>
  team.channels.map(({ id, name }) => ({ id, kind: 'channel', name, team: team.name }));

/** @param localeOf the current language of a person */
export const worldView = (app: AppManifest, localeOf: (person: Person) => string): World => ({
  ...app,
  locales,
  tenantId,
  bot: { id: sandboxBot.id, name: sandboxBot.name },
  team: { name: team.name, channels: channelViews() },
  people: everybody.map((person) => ({
    key: person.key,
    objectId: person.objectId,
    teamsId: person.teamsId,
    name: person.name,
    title: person.title,
    guest: person.userRole === 'guest',
    locale: localeOf(person),
    timezone: person.timezone,
  })),
});
