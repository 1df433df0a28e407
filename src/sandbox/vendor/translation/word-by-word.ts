import { cloud, people } from '../../world.ts';
import type { Language } from './languages.ts';
import { type Lexicon, lexiconOf, profane } from './lexicon.ts';
import { plainToken, type Token } from './tokens.ts';

/** Around words that the sandbox's translator does not know, so that nobody takes them for translated. */
export const UNKNOWN = { open: '⟦', close: '⟧' } as const;

/** Names stay as they are. */
const NAMES: ReadonlySet<string> = new Set(
  [
    ...Object.values(people).flatMap(({ givenName, surname }) => [givenName, surname]),
    ...[...Object.values(cloud.resourceGroups), 'Steward', 'Northwind'],
  ].map((name) => name.toLowerCase()),
);

/** Addresses, tags, and words that hold figures or marks are nobody's language. */
const KEPT =
  /https?:\/\/\S+|<\/?[a-z][^<>]*>|[\p{L}\p{M}\p{N}]{0,60}(?:[\p{N}_@]|[-./:](?=[\p{L}\p{N}]))[\p{L}\p{M}\p{N}_@./:-]*/iuy;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*['’]?/uy;
const LETTER = /[\p{L}\p{M}]/u;

type Item = Token & { readonly unknown?: true };

/** What no sentence of the lexicon matches, piece by piece; what is not known either stays, and is marked. */
export const translateWords = (text: string, from: Language, to: Language): readonly Token[] => {
  const items: Item[] = [];
  for (let at = 0; at < text.length; ) {
    const item = itemAt(text, at, from, to);
    const apart = !from.spaced && to.spaced && LETTER.test(items.at(-1)?.text.at(-1) ?? '') && LETTER.test(item.text);
    if (apart && item.words.length > 0 && !(item.unknown && items.at(-1)?.unknown)) items.push(plainToken(' '));
    items.push(item);
    at += item.length;
  }
  return markUnknown(items);
};

const itemAt = (text: string, at: number, from: Language, to: Language): Item & { readonly length: number } => {
  const known = from.code === to.code ? undefined : longestAt(text, at, from, lexiconOf(to.code));
  if (known) {
    const { source, target, concept } = known;
    const word = { text: inCaseOf(source, target, at === 0, concept), words: spanOf(at, source) };
    return { ...word, length: source.length, ...(profane.has(concept) ? { profane: true } : {}) };
  }
  const kept = matchAt(KEPT, text, at);
  if (kept !== undefined) return { text: kept, words: spanOf(at, kept), length: kept.length };
  const word = from.spaced ? matchAt(WORD, text, at) : characterAt(text, at);
  if (word === undefined) {
    const other = String.fromCodePoint(text.codePointAt(at) ?? 0);
    return { ...plainToken(other), length: other.length };
  }
  const item = { text: word, words: spanOf(at, word), length: word.length };
  if (from.code === to.code) return isProfane(word, from) ? { ...item, profane: true } : item;
  return NAMES.has(word.toLowerCase()) ? item : { ...item, unknown: true };
};

const spanOf = (at: number, word: string) => [{ start: at, end: at + word.length }];

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const characterAt = (text: string, at: number): string | undefined => {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return LETTER.test(character) ? character : undefined;
};

const isProfane = (word: string, { code }: Language): boolean =>
  profane.has(lexiconOf(code).words.concepts.get(word.toLowerCase()) ?? '');

/** The longest phrase of the lexicon that begins here, and what the other language says for it. */
const longestAt = (text: string, at: number, from: Language, target: Lexicon) => {
  const { words } = lexiconOf(from.code);
  if (!LETTER.test(text[at] ?? '') || (from.spaced && LETTER.test(text[at - 1] ?? ''))) return undefined;
  for (let length = Math.min(text.length - at, LONGEST); length > 0; length -= 1) {
    const source = text.slice(at, at + length);
    if (from.spaced && LETTER.test(text[at + length] ?? '')) continue;
    const concept = words.concepts.get(source.toLowerCase().replaceAll('’', "'")) ?? '';
    const translated = target.words.texts.get(concept);
    if (translated !== undefined) return { source, target: translated, concept };
  }
  return undefined;
};

const LONGEST = 40;

/** A part of a sentence (its concept begins with a number) is written as at the beginning; here it may be in the middle. */
const inCaseOf = (source: string, target: string, first: boolean, concept: string): string => {
  const [letter = ''] = source;
  const upper = letter !== letter.toLowerCase();
  if (upper && first) return target.charAt(0).toUpperCase() + target.slice(1);
  if (!upper && letter !== letter.toUpperCase() && concept.startsWith('1 '))
    return target.charAt(0).toLowerCase() + target.slice(1);
  return target;
};

/** One pair of marks around unknown words that stand beside each other. */
const markUnknown = (items: readonly Item[]): readonly Token[] =>
  items.flatMap((item, index) => {
    const { unknown, ...token } = item;
    if (!unknown) return [token];
    const before = neighbour(items, index, -1) ? [] : [plainToken(UNKNOWN.open)];
    const after = neighbour(items, index, 1) ? [] : [plainToken(UNKNOWN.close)];
    return [...before, token, ...after];
  });

const neighbour = (items: readonly Item[], index: number, step: 1 | -1): boolean => {
  let at = index + step;
  while (items[at] !== undefined && /^\s+$/.test(items[at]?.text ?? '')) at += step;
  return items[at]?.unknown === true;
};
