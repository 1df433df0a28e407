import { baseId } from '../../connector/conversations/conversation.ts';
import { normalise } from '../../lib/text.ts';
import { type Directory, directoryKeys, readDirectory } from '../model/directory.ts';
import { lookalikeKey, nameWithId } from '../model/person-names.ts';
import type { Policy, PolicyBase, PolicyPerson } from '../policy.ts';
import { unknownKeys } from '../problems/issues.ts';
import type { PolicyProblem } from '../problems/problem.ts';
import type { PolicySection, SectionProblem } from '../section.ts';
import { isMapping, parseYaml } from './yaml-source.ts';

export type PolicyReading =
  | { readonly ok: true; readonly policy: Policy }
  /** In the order of the lines; never empty. */
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * Reads the text of a policy file: a policy, or all problems of the text at once.
 * @param tenantId undefined when it is not known (the policy check of the command line)
 */
export const readPolicy = (
  text: string,
  sections: readonly PolicySection<unknown>[],
  tenantId: string | undefined,
): PolicyReading => {
  const source = parseYaml(text);
  const { data } = source;
  if (data === undefined) return { ok: false, problems: sorted(source.problems) };
  if (!isMapping(data)) return { ok: false, problems: [...source.problems, source.locate(noMapping)] };

  const { directory, problems: directoryProblems } = readDirectory(data, tenantId);
  const base = createPolicyBase(directory);
  const known = [...directoryKeys, ...sections.map(({ name }) => name)];
  const unknown = Object.keys(data).filter((key) => !known.includes(key));
  const read = sections.map((section) => ({ section, result: section.read(data[section.name], base) }));
  const sectionProblems = read.flatMap(({ section, result }) =>
    result.ok ? [] : result.problems.map((problem) => ({ ...problem, path: [section.name, ...problem.path] })),
  );
  const found = [...unknownKeys(unknown, [], known), ...directoryProblems, ...sectionProblems].map(source.locate);
  const problems = sorted([...source.problems, ...found]);
  if (problems.length > 0) return { ok: false, problems };

  const values = new Map(read.map(({ section, result }) => [section.name, result.ok ? result.value : undefined]));
  const policy: Policy = {
    ...base,
    section<T>(section: PolicySection<T>): T {
      if (!values.has(section.name)) throw new Error(`the policy was read without its section ${section.name}`);
      return values.get(section.name) as T;
    },
  };
  const across = sections.flatMap(({ name, across: check }) =>
    (check?.(policy) ?? []).map((problem) => source.locate({ ...problem, path: [name, ...problem.path] })),
  );
  return across.length === 0 ? { ok: true, policy } : { ok: false, problems: sorted(across) };
};

const noMapping: SectionProblem = {
  path: [],
  message: 'the file has no keys',
  remedy: 'write "people:" and the other keys of a policy, each on its own line',
};

const sorted = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);

/**
 * The directory with its lookups. An invalid entry is replaced by an empty one, only to check the sections: a policy with a
 * problem never comes into force.
 */
const createPolicyBase = (directory: Directory): PolicyBase => {
  const groups = [...directory.groups.keys()];
  const members = new Map([...directory.groups].map(([group, keys]) => [group, new Set(keys)]));
  const named = [...directory.people].map(([key, entry]) => ({ key, entry, plainName: entry?.name ?? key }));
  const lookalikes = Map.groupBy(named, ({ plainName }) => lookalikeKey(plainName));
  const people = named.map(({ key, entry, plainName }) => ({
    key,
    objectId: entry?.id ?? '',
    name: lookalikes.get(lookalikeKey(plainName))?.length === 1 ? plainName : nameWithId(plainName, entry?.id ?? ''),
    email: entry?.email,
    groups: groups.filter((group) => members.get(group)?.has(key)),
    plainName,
  }));
  const memberships = people.flatMap((person) =>
    [...new Set([person.key, ...person.groups])].map((name) => ({ name, person })),
  );
  const peopleByName = new Map(
    [...Map.groupBy(memberships, ({ name }) => name)].map(([name, own]) => [name, own.map(({ person }) => person)]),
  );
  const places = [...directory.places].map(([key, entry]) => ({
    key,
    title: entry?.title ?? key,
    scope: entry?.scope ?? { kind: 'managementGroup' as const, name: '' },
  }));
  const conversations = [...directory.conversations].map(([key, entry]) => ({
    key,
    id: entry?.id ?? '',
    title: entry?.title ?? key,
    language: entry?.language ?? 'en',
  }));

  const personByKey = indexed(people, ({ key }) => [key]);
  const personById = indexed(people, ({ objectId }) => [objectId]);
  const placeByKey = indexed(places, ({ key }) => [key]);
  const placeByWords = indexed(places, ({ key, title }) => [normalise(key), normalise(title)]);
  const conversationByKey = indexed(conversations, ({ key }) => [key]);
  const conversationById = indexed(conversations, ({ id }) => [id]);

  const firstAccount = new Map(
    people.map(({ key, objectId }) => {
      const first = directory.people.get(key)?.['same as'];
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
    operators: directory.operators,
    guests: directory.guests,
    administrators: directory.administrators,
    personByObjectId,
    person: (key) => personByKey.get(key),
    identityOf: (objectId) => firstAccount.get(objectId.toLowerCase()) ?? objectId.toLowerCase(),
    nameOf: (objectId, given) => personByObjectId(objectId)?.name ?? nameWithId(given, objectId),
    findPeople(words) {
      const wanted = normalise(words);
      const exact = people.filter(({ objectId, name }) => [objectId, name].some((one) => normalise(one) === wanted));
      return exact.length > 0
        ? exact
        : people.filter(({ key, plainName }) => [key, plainName].some((one) => normalise(one) === wanted));
    },
    groupsOf,
    membersOf: (group) => peopleByName.get(group) ?? [],
    isIn(objectId, names) {
      const person = personByObjectId(objectId);
      return person !== undefined && names.some((name) => person.key === name || person.groups.includes(name));
    },
    place: (key) => placeByKey.get(key),
    findPlace: (words) => placeByWords.get(normalise(words)),
    conversation: (key) => conversationByKey.get(key),
    conversationById: (id) => conversationById.get(baseId(id)),
  };
};

const indexed = <T>(items: readonly T[], names: (item: T) => readonly string[]): ReadonlyMap<string, T> =>
  new Map(items.flatMap((item) => names(item).map((name): [string, T] => [name, item])));
