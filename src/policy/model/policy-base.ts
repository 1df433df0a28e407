import { normalise } from '#platform/lib/text.ts';
import type { PolicyBase, PolicyPerson } from '#policy/policy.ts';
import { keysIn } from '#policy/problems/cross-checks.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import type { DirectoryPerson } from '#teams/directory/directory.ts';
import type { BaseEntries } from './base-entries.ts';
import { grouped, lookalikeKey, nameWithId, peopleFinder } from './person-names.ts';

/** The people in a group of the directory; undefined where they are unknown. @param group its object id */
export type MembersOf = (group: string) => readonly DirectoryPerson[] | undefined;

/** Before the directory is read. */
export const nothingRead: MembersOf = () => undefined;

/** The entries of a file with their lookups. An invalid entry is an empty one, only to check the sections: such a policy never counts. */
export const createPolicyBase = (entries: BaseEntries, membersOf: MembersOf): PolicyBase => {
  const directoryGroups = new Map(
    [...entries.groups].flatMap(([name, entry]) =>
      entry !== undefined && 'entra' in entry ? [[name, entry.entra] as const] : [],
    ),
  );
  const known = new Set([...entries.people.values()].map((entry) => entry?.id ?? ''));
  /** A guest in a group counts where the policy admits them. A person without an account here is left to the roster. */
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
    return {
      key,
      objectId,
      plainName: name ?? there?.name ?? key,
      email: email ?? there?.email,
      isNamed: true,
      hasOurName: name !== undefined,
    };
  });
  const others = [...found.values()]
    .filter(({ objectId }) => !known.has(objectId))
    .map(({ objectId, name, account, email }) => ({
      ...{ key: account ?? objectId, objectId, email, isNamed: false, hasOurName: false },
      plainName: name ?? account ?? objectId,
    }));
  const all = [...listed, ...others];
  const lookalikes = Map.groupBy(all, ({ plainName }) => lookalikeKey(plainName));
  const ours = new Set(
    listed.flatMap(({ key, plainName, objectId }) => [key, nameWithId(plainName, objectId)].map(lookalikeKey)),
  );
  const people = all.map((one) => {
    const { key, objectId, plainName, isNamed } = one;
    const looks = lookalikeKey(plainName);
    const isAlone = lookalikes.get(looks)?.length === 1 && (isNamed || !ours.has(looks));
    return {
      ...one,
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
    findPeople: peopleFinder(people),
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

const indexed = <T>(items: readonly T[], names: (item: T) => readonly string[]): ReadonlyMap<string, T> =>
  new Map(items.flatMap((item) => names(item).map((name): [string, T] => [name, item])));
