import { memoByObject } from '#platform/lib/cache.ts';
import type { Argument, Takes } from './argument.ts';

/** A word that begins an argument of a typed command. */
export interface Clause {
  readonly word: string;
  /** The argument's name. */
  readonly name: string;
  readonly argument: Argument;
  /** The word is part of the argument. */
  readonly isOpening?: true;
  /** The word is the whole argument; the text behind it belongs to the first one. */
  readonly isFlag?: true;
  /** Only where the argument has no value yet. */
  readonly isShared?: true;
  /** Only before a text like this. */
  readonly before?: Pick<RegExp, 'test'>;
}

/** A name of a thing, unlike one of a person, is typed in lower case. */
const LOWER_CASE = /^\s*\p{Ll}/u;

/** How surely the text behind a word that several arguments have is of this one. */
const rank = ({ before, isShared }: Clause): number => (before === undefined ? 2 : isShared ? 1 : 0);

/** The words that begin arguments, surest first. */
export const clausesOf = memoByObject((takes: Takes): readonly Clause[] => {
  const all = Object.entries(takes);
  const isContested = (word: string): boolean =>
    all.some(([, { holdsWords }]) => holdsWords) ||
    all.filter(([, { words, sharedWord }]) => words.includes(word) || sharedWord === word).length > 1;
  return all
    .flatMap(([name, argument]): readonly Clause[] => {
      const own = { name, argument };
      return [
        ...argument.words.map((word) => ({
          word,
          ...own,
          ...(argument.begins && isContested(word) ? { before: argument.begins } : {}),
        })),
        ...argument.openingWords.map((word) => ({ word, ...own, isOpening: true as const })),
        ...argument.flags.map((word) => ({ word, ...own, isFlag: true as const })),
        ...(argument.sharedWord === undefined
          ? []
          : [{ word: argument.sharedWord, ...own, isShared: true as const, before: LOWER_CASE }]),
      ];
    })
    .toSorted((a, b) => rank(a) - rank(b));
});

/** The argument behind the command's name, with its own name. */
export const firstOf = memoByObject((takes: Takes): readonly [string, Argument] | undefined =>
  Object.entries(takes).find(([, { isFirst }]) => isFirst),
);
