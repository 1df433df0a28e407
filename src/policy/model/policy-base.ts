import { baseId } from '../../connector/conversations/conversation.ts';
import type { DirectoryPerson } from '../../directory/person.ts';
import { lazy } from '../../lib/cache.ts';
import { normalise } from '../../lib/text.ts';
import type { PolicyBase, PolicyPerson } from '../policy.ts';
import { keysIn } from '../problems/cross-checks.ts';
import type { BaseEntries } from './base-entries.ts';
import { lookalikeKey, nameWithId } from './person-names.ts';

/** The people in a group of the directory; undefined where they are unknown. @param group its object id */
export type MembersOf = (group: string) => readonly DirectoryPerson[] | undefined;

/** Before the directory is read. */
export const nothingRead: MembersOf = () => undefined;

/**
 * The entries of a file and the members of its groups, with their lookups. An invalid entry is replaced by an empty one, only to
 * check the sections: a policy with a problem never comes into force.
 */
export const createPolicyBase = (entries: BaseEntries, membersOf: MembersOf): PolicyBase => {
  const directoryGroups = new Map(
    [...entries.groups].flatMap(([name, entry]) =>
      entry !== undefined && 'entra' in entry ? [[name, entry.entra] as const] : [],
    ),
  );
  const known = new Set([...entries.people.values()].map((entry) => entry?.id ?? ''));
  /** A guest in a group counts where the policy admits them. Whoever has no account here is left to the roster. */
  const isAdmitted = ({ objectId, account = '' }: DirectoryPerson): boolean =>
    entries.guests === 'allow' || known.has(objectId) || !account.includes('#ext#');
  const read = new Map([...directoryGroups].map(([name, id]) => [name, membersOf(id)?.filter(isAdmitted)]));
  const groups = [...entries.groups.keys()];
  const keysOf = new Map([...entries.groups].map(([name, entry]) => [name, new Set(keysIn(entry ?? []))]));
  const idsOf = new Map([...read].map(([name, people]) => [name, new Set(people?.map(({ objectId }) => objectId))]));
  const found = new Map([...read.values()].flatMap((people = []) => people.map((one) => [one.objectId, one])));

  const listed = [...entries.people].map(([key, entry]) => {
    const { id: objectId = '', name, email } = entry ?? {};
    const there = found.get(objectId);
    return { key, objectId, plainName: name ?? there?.name ?? key, email: email ?? there?.email, isNamed: true };
  });
  const others = [...found.values()]
    .filter(({ objectId }) => !known.has(objectId))
    .map(({ objectId, name, account, email }) => ({
      ...{ key: account ?? objectId, objectId, email, isNamed: false },
      plainName: name ?? account ?? objectId,
    }));
  const all = [...listed, ...others];
  const lookalikes = Map.groupBy(all, ({ plainName }) => lookalikeKey(plainName));
  const people = all.map(({ key, objectId, plainName, email, isNamed }) => {
    const isAlone = lookalikes.get(lookalikeKey(plainName))?.length === 1;
    return {
      ...{ key, objectId, email, plainName, isNamed },
      name: isAlone ? plainName : nameWithId(plainName, objectId),
      groups: groups.filter((group) => (isNamed && keysOf.get(group)?.has(key)) || idsOf.get(group)?.has(objectId)),
    };
  });
  // Only the file's keys are names: nobody gets rights by what their account is called.
  const namesOf = ({ key, groups: own, isNamed }: (typeof people)[number]): ReadonlySet<string> =>
    new Set(isNamed ? [key, ...own] : own);
  const names = new Map(people.map((person) => [person.objectId, namesOf(person)]));
  const peopleByName = grouped(people, namesOf);
  const places = [...entries.places].map(([key, entry]) => ({
    key,
    title: entry?.title ?? key,
    scope: entry?.scope ?? { kind: 'managementGroup' as const, name: '' },
  }));
  const conversations = [...entries.conversations].map(([key, entry]) => ({
    key,
    id: entry?.id ?? '',
    title: entry?.title ?? key,
    language: entry?.language ?? 'en',
  }));

  // The file's keys come last: they win.
  const personByKey = indexed(people.toReversed(), ({ key }) => [key]);
  const personById = indexed(people, ({ objectId }) => [objectId]);
  const placeByKey = indexed(places, ({ key }) => [key]);
  const placeByWords = indexed(places, ({ key, title }) => [normalise(key), normalise(title)]);
  const conversationByKey = indexed(conversations, ({ key }) => [key]);
  const conversationById = indexed(conversations, ({ id }) => [id]);

  const peopleByFullName = lazy(() => grouped(people, ({ objectId, name }) => typed(objectId, name)));
  const peopleByShortName = lazy(() => grouped(people, ({ key, plainName }) => typed(key, plainName)));

  const firstAccount = new Map(
    listed.map(({ key, objectId }) => {
      const first = entries.people.get(key)?.['same as'];
      return [objectId, (first === undefined ? undefined : personByKey.get(first)?.objectId) ?? objectId];
    }),
  );

  const personByObjectId = (objectId: string): PolicyPerson | undefined => personById.get(objectId.toLowerCase());

  return {
    people,
    groups,
    directoryGroups,
    places,
    conversations,
    operators: entries.operators,
    guests: entries.guests,
    administrators: entries.administrators,
    isNamed: (objectId) => known.has(objectId.toLowerCase()),
    personByObjectId,
    person: (key) => personByKey.get(key),
    identityOf: (objectId) => firstAccount.get(objectId.toLowerCase()) ?? objectId.toLowerCase(),
    nameOf: (objectId, given) => personByObjectId(objectId)?.name ?? nameWithId(given, objectId),
    findPeople(words) {
      const wanted = normalise(words);
      return peopleByFullName().get(wanted) ?? peopleByShortName().get(wanted) ?? [];
    },
    groupsOf: (objectId) => personByObjectId(objectId)?.groups ?? [],
    membersOf: (group) => peopleByName.get(group) ?? [],
    isIn(objectId, wanted) {
      const own = names.get(objectId.toLowerCase());
      return own !== undefined && wanted.some((name) => own.has(name));
    },
    unreadAmong: (wanted) => wanted.filter((name) => read.has(name) && read.get(name) === undefined),
    place: (key) => placeByKey.get(key),
    findPlace: (words) => placeByWords.get(normalise(words)),
    conversation: (key) => conversationByKey.get(key),
    conversationById: (id) => conversationById.get(baseId(id)),
  };
};

/** Names as they are looked up however somebody types them. */
const typed = (...names: readonly string[]): ReadonlySet<string> => new Set(names.map(normalise));

/** By their names, of which several items may have the same. */
const grouped = <T>(
  items: readonly T[],
  namesOf: (item: T) => ReadonlySet<string>,
): ReadonlyMap<string, readonly T[]> => {
  const named = items.flatMap((item) => [...namesOf(item)].map((name) => ({ name, item })));
  return new Map([...Map.groupBy(named, ({ name }) => name)].map(([name, own]) => [name, own.map(({ item }) => item)]));
};

const indexed = <T>(items: readonly T[], names: (item: T) => readonly string[]): ReadonlyMap<string, T> =>
  new Map(items.flatMap((item) => names(item).map((name): [string, T] => [name, item])));
