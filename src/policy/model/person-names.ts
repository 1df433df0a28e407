import { normalise, oneLine } from '#platform/lib/text.ts';

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
