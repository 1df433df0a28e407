import { isGuid } from '#cloud/request/path.ts';
import { lazy } from '#platform/lib/cache.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import type { PolicyPerson } from '#policy/policy.ts';
import { WORDS_FOR_PEOPLE } from './entries.ts';

const LONGEST_NAME = 80;
const SHOWN_OF_ID = 4;

/** A name with the last characters of the object id, so that two people of one name differ. */
export const nameWithId = (name: string, objectId: string): string =>
  `${oneLine(name, LONGEST_NAME) || '?'} (…${objectId.slice(-SHOWN_OF_ID) || '?'})`;

/** Letters of other alphabets, and digits, that read like Latin ones. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аα',
    b: 'вβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еε',
    g: 'ԍ',
    h: 'һнη',
    j: 'јϳ',
    k: 'кκ',
    l: 'iіıι1ӏ',
    m: 'мμ',
    n: 'ν',
    o: 'оο0օ',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'тτ',
    v: 'ѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγυ',
    z: 'ζ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** Equal for names that look alike: without case, spaces, accents, letter width and letters of other alphabets. */
export const lookalikeKey = (name: string): string =>
  [...normalise(oneLine(name)).normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('');

/** A person with what tells who chose their names. */
interface CalledPerson extends PolicyPerson {
  readonly plainName: string;
  /** Whether the file has them. */
  readonly isNamed: boolean;
  /** Whether the file has their name: otherwise it is what they call themselves in the directory. */
  readonly hasOurName: boolean;
}

/** Finds people by what was typed. Ids and the file's names come first: those of the directory take nothing from them. */
export const peopleFinder = (people: readonly CalledPerson[]) => {
  const ways = lazy(() => [
    by(people, ({ isNamed, key }) => (isNamed ? [key] : [])),
    by(people, (one) => (one.hasOurName ? namesOf(one) : [])),
    by(people, ({ key }) => [key]),
    by(people, (one) => namesOf(one).filter((name) => !WORDS_FOR_PEOPLE.has(normalise(name)))),
  ]);
  const byId = lazy(() => by(people, ({ objectId }) => [objectId]));
  return (words: string): readonly CalledPerson[] => {
    const wanted = normalise(words);
    if (isGuid(words.trim())) return byId().get(wanted) ?? [];
    return (
      ways()
        .map((way) => way.get(wanted))
        .find((found) => found !== undefined) ?? []
    );
  };
};

const namesOf = ({ name, plainName, objectId }: CalledPerson): readonly string[] => [
  name,
  plainName,
  nameWithId(plainName, objectId),
];

/** Names as they are looked up however somebody types them. */
const by = (people: readonly CalledPerson[], calledBy: (person: CalledPerson) => readonly string[]) =>
  grouped(people, (person) => new Set(calledBy(person).map(normalise)));

/** By their names, of which several items may have the same. */
export const grouped = <T>(
  items: readonly T[],
  namesOf: (item: T) => ReadonlySet<string>,
): ReadonlyMap<string, readonly T[]> => {
  const named = items.flatMap((item) => [...namesOf(item)].map((name) => ({ name, item })));
  return new Map([...Map.groupBy(named, ({ name }) => name)].map(([name, own]) => [name, own.map(({ item }) => item)]));
};
