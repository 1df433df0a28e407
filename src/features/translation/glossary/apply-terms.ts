import { memoByObject } from '#platform/lib/cache.ts';
import { divide, type Part, type ProtectedPart, type TextPart } from '../message/document.ts';
import { comparable, type Term } from './term-store.ts';

/** The position of a term in a text. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly translation: string;
}

interface Stretch {
  readonly text: string;
  /** The characters on either side, none at an end. */
  readonly before: string;
  readonly after: string;
  /** Positions at which no term may begin or end, whatever the characters are. */
  readonly closed: ReadonlySet<number>;
}

type Finder = (stretch: Stretch) => readonly Found[];

/** Scripts without spaces between words: there a term may begin and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const KATAKANA = /[\p{Script=Katakana}ー]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** A character that belongs to the letter or emoji before it. */
const CLINGING = /[\p{M}\p{Emoji_Modifier}]|\u200d/u;

const isWhole = (left: string, right: string): boolean => {
  if (left === '' || right === '') return true;
  if (CLINGING.test(right) || left === '\u200d') return false;
  if (KATAKANA.test(left) && KATAKANA.test(right)) return false;
  return !(isSpaced(left) && isSpaced(right));
};

const isSpaced = (character: string): boolean => WORD.test(character) && !UNSPACED.test(character);

const firstOf = (text: string): string => (text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0));
const lastOf = (text: string): string => [...text.slice(-2)].at(-1) ?? '';

const LETTER = /\p{L}/u;

/** Lengths of phrases by their first code unit, longest first. Phrases without letters, such as numbers, are left out. */
const finderOf = memoByObject((terms: readonly Term[]): Finder => {
  const translations = new Map<string, string>();
  const lengths = new Map<number, Set<number>>();
  for (const { phrase, translation } of terms) {
    const key = comparable(phrase);
    if (!LETTER.test(key) || translations.has(key)) continue;
    translations.set(key, translation);
    const known = lengths.get(key.charCodeAt(0)) ?? new Set();
    lengths.set(key.charCodeAt(0), known.add(key.length));
  }
  const longestFirst = new Map([...lengths].map(([unit, known]) => [unit, [...known].sort((a, b) => b - a)]));

  return ({ text, before, after, closed }) => {
    const plain = comparable(text);
    const isBorder = (at: number): boolean =>
      !closed.has(at) &&
      isWhole(lastOf(plain.slice(Math.max(0, at - 2), at)) || before, firstOf(plain.slice(at, at + 2)) || after);
    const longestAt = (at: number): string | undefined => {
      const candidates = longestFirst.get(plain.charCodeAt(at));
      if (!candidates || !isBorder(at)) return undefined;
      const length = candidates.find((units) => translations.has(plain.slice(at, at + units)) && isBorder(at + units));
      return length === undefined ? undefined : plain.slice(at, at + length);
    };
    const found: Found[] = [];
    for (let at = 0; at < plain.length; at += 1) {
      const key = longestAt(at);
      if (key === undefined) continue;
      found.push({ from: at, to: at + key.length, translation: translations.get(key) ?? '' });
      at += key.length - 1;
    }
    return found;
  };
});

/**
 * Marks the glossary's terms in a text to translate: case-sensitive, whole words only, the longest match; of equal phrases
 * the first counts. Protected parts and links stay as they are; only a number may be part of a term, as in "Phase 2".
 * @param terms their compiled form is cached as long as this list lives
 */
export const applyTerms = (parts: readonly Part[], terms: readonly Term[]): readonly Part[] =>
  terms.length === 0 ? parts : applyAll(parts, finderOf(terms), '', '');

const applyAll = (parts: readonly Part[], find: Finder, before: string, after: string): readonly Part[] => {
  const lefts = lettersBefore(parts, lastOf, before);
  const rights = lettersBefore(parts.toReversed(), firstOf, after).toReversed();
  return runsOf(parts).flatMap(({ run, from, to }): readonly Part[] => {
    const [left = '', right = ''] = [lefts[from], rights[to - 1]];
    const [first] = run;
    if (first?.is === 'mark') {
      return [first.style === 'link' ? first : { ...first, parts: applyAll(first.parts, find, left, right) }];
    }
    const worded = run.filter(isWorded);
    return worded.length === 0 ? run : applyToRun(worded, find, left, right);
  });
};

type Worded = TextPart | (ProtectedPart & { readonly what: 'number' });

const isWorded = (part: Part): part is Worded => part.is === 'text' || (part.is === 'kept' && part.what === 'number');

interface Run {
  readonly run: readonly Part[];
  /** Its index among the parts. */
  readonly from: number;
  readonly to: number;
}

const areWorded = (pair: readonly Part[]): boolean => pair.length === 2 && pair.every(isWorded);

/** Texts and the numbers between them together, every other part by itself. */
const runsOf = (parts: readonly Part[]): readonly Run[] => {
  const runs: Run[] = [];
  for (let from = 0; from < parts.length; ) {
    let to = from + 1;
    while (areWorded(parts.slice(to - 1, to + 1))) to += 1;
    runs.push({ run: parts.slice(from, to), from, to });
    from = to;
  }
  return runs;
};

/** For each part, the visible character before it across formatting, because a word may continue through formatting. */
const lettersBefore = (parts: readonly Part[], edge: (text: string) => string, outside: string): readonly string[] => {
  let letter = outside;
  return parts.map((part) => {
    const before = letter;
    letter = edge(readable(part)) || letter;
    return before;
  });
};

const readable = (part: Part): string => {
  if (part.is === 'text') return part.text;
  if (part.is === 'kept') return part.shown;
  return part.is === 'term' ? part.phrase : part.parts.map(readable).join('');
};

const applyToRun = (run: readonly Worded[], find: Finder, before: string, after: string): readonly Part[] => {
  const text = run.map(readable).join('');
  let end = 0;
  const placed = run.map((part) => {
    const from = end;
    end += readable(part).length;
    return { part, from, to: end };
  });
  const figures = placed.filter(({ part }) => part.is === 'kept');
  const closed = new Set(
    figures.flatMap(({ from, to }) => Array.from({ length: to - from - 1 }, (_, n) => from + 1 + n)),
  );
  const found = find({ text, before, after, closed });
  if (found.length === 0) return run;

  const terms = found.map(({ from, to, translation }): Placed => {
    return { part: { is: 'term', phrase: text.slice(from, to), translation }, from };
  });
  let next = 0;
  const between = placed.flatMap(({ part, from, to }): readonly Placed[] => {
    while ((found[next]?.to ?? text.length) <= from && next < found.length) next += 1;
    let last = next;
    while ((found[last]?.from ?? text.length) < to) last += 1;
    return outside(part, from, found.slice(next, last));
  });
  return [...terms, ...between].sort((a, b) => a.from - b.from).map(({ part }) => part);
};

interface Placed {
  readonly part: Part;
  readonly from: number;
}

/** The rest of a part, without the terms that overlap it. */
const outside = (part: Worded, start: number, terms: readonly Found[]): readonly Placed[] => {
  if (terms.length === 0) return [{ part, from: start }];
  if (part.is !== 'text') return [];
  const places = terms.flatMap(({ from, to }) => [Math.max(0, from - start), Math.min(part.text.length, to - start)]);
  return divide(part, places).flatMap((stretch, index) =>
    index % 2 === 0 && stretch.text !== '' ? [{ part: stretch, from: start + (places[index - 1] ?? 0) }] : [],
  );
};
