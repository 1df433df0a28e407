import { baseId } from '../../connector/conversations/conversation.ts';
import type { PolicyBase, PolicyPerson } from '../policy.ts';
import { fold } from '../problems/wording.ts';
import type { Directory } from './directory.ts';
import { lookalikeKey, nameWithId } from './person-names.ts';

/**
 * The core as what others ask questions of. A broken entry has a hollow stand-in, for the checks of the sections only:
 * a core with a problem is never published.
 */
export const createPolicyBase = (core: Directory): PolicyBase => {
  const groups = [...core.groups.keys()];
  const members = new Map([...core.groups].map(([group, keys]) => [group, new Set(keys)]));
  const called = [...core.people].map(([key, entry]) => ({ key, entry, written: entry?.name ?? key }));
  const alike = Map.groupBy(called, ({ written }) => lookalikeKey(written));
  const people = called.map(({ key, entry, written }) => ({
    key,
    objectId: entry?.id ?? '',
    name: alike.get(lookalikeKey(written))?.length === 1 ? written : nameWithId(written, entry?.id ?? ''),
    email: entry?.email,
    groups: groups.filter((group) => members.get(group)?.has(key)),
    written,
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
    nameOf: (objectId, given) => personByObjectId(objectId)?.name ?? nameWithId(given, objectId),
    findPeople(words) {
      const wanted = fold(words);
      const exact = people.filter(({ objectId, name }) => [objectId, name].some((one) => fold(one) === wanted));
      return exact.length > 0
        ? exact
        : people.filter(({ key, written }) => [key, written].some((one) => fold(one) === wanted));
    },
    groupsOf,
    membersOf: (group) => people.filter((person) => person.key === group || person.groups.includes(group)),
    isIn(objectId, names) {
      const person = personByObjectId(objectId);
      return person !== undefined && names.some((name) => person.key === name || person.groups.includes(name));
    },
    place: (key) => placeByKey.get(key),
    findPlace: (words) => placeByWords.get(fold(words)),
    conversation: (key) => conversationByKey.get(key),
    conversationById: (id) => conversationById.get(baseId(id)),
  };
};

const indexed = <T>(items: readonly T[], names: (item: T) => readonly string[]): ReadonlyMap<string, T> =>
  new Map(items.flatMap((item) => names(item).map((name): [string, T] => [name, item])));
