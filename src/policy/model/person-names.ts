import { oneLine } from '../../lib/text.ts';
import { fold } from '../problems/wording.ts';

const LONGEST_NAME = 80;
const SHOWN_OF_ID = 4;

/** A name that says which of several people it is: with the last characters of their object id. */
export const nameWithId = (name: string, objectId: string): string =>
  `${oneLine(name, LONGEST_NAME) || '?'} (…${objectId.slice(-SHOWN_OF_ID) || '?'})`;

/** Letters of other alphabets, and digits, that read like Latin ones. */
const ALIKE = new Map(
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

/** What a name reads like: case, spaces, accents, width of letters and letters of other alphabets make no difference. */
export const lookalikeKey = (name: string): string =>
  [...fold(oneLine(name)).normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => ALIKE.get(letter) ?? letter)
    .join('');
