import type { Recognition } from './recognition.ts';

/** An argument of a command: how it is typed, and how it is recognised in a person's own words. */
export interface Argument {
  /** The text between the command's name and the first word of another argument is this one. */
  readonly isFirst?: true;
  /** Behind the name only a text like this is this argument; before another one the message is not this command. */
  readonly looksLike?: RegExp;
  /** Words that may stand between the command's name and it: “syncs of settlements”. */
  readonly introductions?: readonly string[];
  /** The words behind which it is typed; the first one is printed. */
  readonly words: readonly string[];
  /** Words behind which it is typed that are part of it, as in "until Friday". */
  readonly openingWords: readonly string[];
  /** A word of another argument, behind which this one stands where it was not typed yet and the text begins in lower case. */
  readonly sharedWord?: string;
  /** How its text begins, where another argument has the same word, or may hold it. */
  readonly begins?: Pick<RegExp, 'test'>;
  /** A name that may hold the words of others, as "Backup for Databases". */
  readonly holdsWords?: true;
  /** Words that are the whole argument. */
  readonly flags: readonly string[];
  /** It goes on to the end, whatever it holds. */
  readonly isRest?: true;
  /** The text from the first match on is this argument, as typed. */
  readonly startsAt?: { exec(text: string): { readonly index: number } | null };
  /** Its own words do not begin it again: "service App Service". */
  readonly holdsItsWord?: true;
  /** Its word with nothing behind it is an empty argument, which the command refuses. */
  readonly mayBeEmpty?: true;
  /** What stands for it in help. */
  readonly placeholder?: string;
  /** The arguments within it, of a text that the command reads by itself. */
  readonly parts?: Takes;
  readonly recognitions: readonly Recognition[];
}

/** The arguments of a command by their names, in the order in which they are printed. */
export type Takes = Readonly<Record<string, Argument>>;

/** What was said of a command's arguments, as texts. */
export type Values<T extends Takes> = { readonly [Name in keyof T]?: string | undefined };

/** An argument that a declaration goes on to describe. */
export interface ArgumentType extends Argument {
  /** @param looksLike any text by default */
  first(looksLike?: RegExp): ArgumentType;
  introducedBy(...words: readonly string[]): ArgumentType;
  after(...words: readonly string[]): ArgumentType;
  /** Also behind this word of another argument. */
  orAfter(sharedWord: string): ArgumentType;
  /** @param lead the words that lead to it in own words, by their name in `leads.json` */
  ledBy(lead: string): ArgumentType;
  /** Recognised as another type, too. */
  or(other: Argument): ArgumentType;
  /** In own words the command is not meant without it. */
  needed(): ArgumentType;
  /** In own words it has this value where none was found. @param unless a kind of name that stands in its place */
  else(value: string, unless?: string): ArgumentType;
  /** Typed after the command, an unknown name is this argument too: the command says what it may be. */
  orUnknown(): ArgumentType;
  /** In own words a name that is not known yet will do. */
  orNew(): ArgumentType;
  /** In own words these words stand for all of them. */
  orAll(words: ReadonlySet<string>): ArgumentType;
  /** Of a term: with its translation. */
  paired(): ArgumentType;
  /** What is printed before it, of a part that the command reads by itself. */
  printedAfter(word: string): ArgumentType;
  /** @param name as help shows it, `R-…` */
  shownAs(name: string): ArgumentType;
  with(more: Partial<Argument>): ArgumentType;
}

const NOTHING: Argument = { words: [], openingWords: [], flags: [], recognitions: [] };

export const argument = (described: Partial<Argument>): ArgumentType => {
  const own: Argument = { ...NOTHING, ...described };
  const recognised = (more: Partial<Recognition>): ArgumentType =>
    argument({ ...own, recognitions: own.recognitions.map((one) => ({ ...one, ...more })) });
  return {
    ...own,
    first: (looksLike) => argument({ ...own, isFirst: true, ...(looksLike ? { looksLike } : {}) }),
    introducedBy: (...introductions) => argument({ ...own, introductions }),
    after: (...words) => argument({ ...own, words }),
    orAfter: (sharedWord) => argument({ ...own, sharedWord }),
    ledBy: (lead) => recognised({ lead }),
    or: (other) => argument({ ...own, recognitions: [...worded(own), ...worded(other)] }),
    needed: () => recognised({ needed: true }),
    else: (value, unless) => recognised({ otherwise: unless === undefined ? { value } : { value, unless } }),
    orUnknown: () => recognised({ orUnknown: true }),
    orNew: () => recognised({ orNew: true }),
    orAll: (also) => recognised({ also }),
    paired: () => recognised({ pair: true }),
    printedAfter: (word) => recognised({ word }),
    shownAs: (placeholder) => argument({ ...own, placeholder }),
    with: (more) => argument({ ...own, ...more }),
  };
};

/** The recognitions with the word that is printed before what they find. */
export const worded = ({ isFirst, words: [word], recognitions }: Argument): readonly Recognition[] =>
  isFirst || word === undefined ? recognitions : recognitions.map((recognition) => ({ word, ...recognition }));
