import type { Core } from './core.ts';
import type { PolicyBase, PolicyPerson } from './policy.ts';
import { fold } from './wording.ts';

/**
 * The core as what others ask questions of. A broken entry has a hollow stand-in, for the checks of the sections only:
 * a core with a problem is never published.
 */
export const createBase = (core: Core): PolicyBase => {
  const groups = [...core.groups.keys()];
  const members = new Map([...core.groups].map(([group, keys]) => [group, new Set(keys)]));
  const people = [...core.people].map(([key, entry]) => ({
    key,
    objectId: entry?.id ?? '',
    name: entry?.name ?? key,
    email: entry?.email,
    groups: groups.filter((group) => members.get(group)?.has(key)),
  }));
  const places = [...core.places].map(([key, entry]) => ({
    key,
    title: entry?.title ?? key,
    scope: entry?.scope ?? { kind: 'managementGroup' as const, name: '' },
  }));
  const conversations = [...core.conversations].map(([key, entry]) => ({
    key,
    id: entry?.id ?? '',
    title: entry?.title ?? key,
    language: entry?.language ?? 'en',
  }));

  const personByKey = indexed(people, ({ key }) => [key]);
  const personById = indexed(people, ({ objectId }) => [objectId]);
  const placeByKey = indexed(places, ({ key }) => [key]);
  const placeByWords = indexed(places, ({ key, title }) => [fold(key), fold(title)]);
  const conversationByKey = indexed(conversations, ({ key }) => [key]);
  const conversationById = indexed(conversations, ({ id }) => [id]);

  const firstAccount = new Map(
    people.map(({ key, objectId }) => {
      const first = core.people.get(key)?.['same as'];
      return [objectId, (first === undefined ? undefined : personByKey.get(first)?.objectId) ?? objectId];
    }),
  );

  const personByObjectId = (objectId: string): PolicyPerson | undefined => personById.get(objectId.toLowerCase());
  const groupsOf = (objectId: string): readonly string[] => personByObjectId(objectId)?.groups ?? [];

  return {
    people,
    groups,
    places,
    conversations,
    operators: core.operators,
    guests: core.guests,
    administrators: core.administrators,
    personByObjectId,
    person: (key) => personByKey.get(key),
    identityOf: (objectId) => firstAccount.get(objectId.toLowerCase()) ?? objectId.toLowerCase(),
    groupsOf,
    membersOf: (group) => people.filter((person) => person.key === group || person.groups.includes(group)),
    isIn(objectId, names) {
      const person = personByObjectId(objectId);
      return person !== undefined && names.some((name) => person.key === name || person.groups.includes(name));
    },
    place: (key) => placeByKey.get(key),
    findPlace: (words) => placeByWords.get(fold(words)),
    conversation: (key) => conversationByKey.get(key),
    conversationById: (id) => conversationById.get(id.split(';', 1)[0] ?? ''),
  };
};

const indexed = <T>(items: readonly T[], names: (item: T) => readonly string[]): ReadonlyMap<string, T> =>
  new Map(items.flatMap((item) => names(item).map((name): [string, T] => [name, item])));
