import type { GuardWords, PhraseWords } from '#bot/phrases/phrases.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { type Extraction, range } from './extraction.ts';
import { isIn } from './segments.ts';
import { type Token, tokensOf } from './tokens.ts';

const KINDS = [
  'denies',
  'verdicts',
  'retracts',
  'keeps',
  'conditional',
  'timed',
  'reporting',
  'recalling',
  'hypothetical',
  'posing',
] as const satisfies readonly (keyof GuardWords)[];

/** What speaks against an order: a list of `guards` in `words.json`. */
export type MarkKind = (typeof KINDS)[number];

/** Tokens that speak against an order. */
export interface Mark {
  readonly kind: MarkKind;
  readonly from: number;
  readonly to: number;
}

/** A text by words, each as it was typed and as it is spelled right. */
export interface Worded {
  readonly tokens: readonly Token[];
  readonly words: readonly string[];
}

/** Phrases by their first word. */
const byFirst = memoByObject(
  (phrases: readonly string[]): ReadonlyMap<string, readonly (readonly string[])[]> =>
    Map.groupBy(
      phrases.map((phrase) => phrase.split(' ')),
      ([first = '']) => first,
    ),
);

/** How many tokens of a phrase of the list stand here; 0 where none does. */
export const lengthAt = ({ tokens, words }: Worded, phrases: readonly string[], at: number): number => {
  const isWord = (place: number, word: string): boolean => words[place] === word || tokens[place]?.word === word;
  const begun = new Set([words[at] ?? '', tokens[at]?.word ?? '']);
  const fitting = [...begun]
    .flatMap((word) => byFirst(phrases).get(word) ?? [])
    .filter((parts) => parts.every((part, next) => isWord(at + next, part)));
  return Math.max(0, ...fitting.map((parts) => parts.length));
};

/** The marks of a text, but for those in a saying that means nothing by them. */
export const marksIn = (said: Worded, guards: GuardWords): readonly Mark[] => {
  const marks: Mark[] = [];
  for (let at = 0; at < said.tokens.length; at += 1) {
    if (said.tokens[at]?.kind !== 'word') continue;
    const harmless = lengthAt(said, guards.harmless, at);
    if (harmless > 0) at += harmless - 1;
    else
      for (const kind of KINDS) {
        const length = lengthAt(said, guards[kind], at);
        if (length > 0) marks.push({ kind, from: at, to: at + length });
      }
  }
  return marks;
};

const wordedOf = (text: string, words: PhraseWords): Worded => {
  const tokens = tokensOf(text, words);
  return { tokens, words: tokens.map(({ word }) => word) };
};

/** In an argument these are parts of names: “Wrong Name” is one, and “is wrong” has a word that judges. */
const NAMING: ReadonlySet<MarkKind> = new Set(['recalling', 'posing', 'verdicts']);

/** Whether an argument of a typed command holds more than an argument: a denial, a question, a condition, a statement. */
export const speaksAgainst = (text: string, words: PhraseWords, isTime: boolean): boolean => {
  const said = wordedOf(text, words);
  return (
    said.tokens.some(({ raw, word }) => raw === '?' || raw === '？' || words.guards.judging.includes(word)) ||
    marksIn(said, words.guards).some(({ kind }) => !NAMING.has(kind) && !(isTime && kind === 'timed'))
  );
};

/** Whether a reason ends with taking the command back: "because of the audit, no, not now". What else it denies is its own. */
export const takesBack = (reason: string, words: PhraseWords): boolean => {
  const said = wordedOf(reason, words);
  const { denies, stance } = words.guards;
  const last = said.tokens.findLastIndex(({ kind }) => kind === 'word');
  const ending = said.tokens.findLastIndex(({ kind }, at) => kind === 'mark' && at < last);
  const end = said.words.slice(ending + 1, last + 1);
  const isRefused =
    ending >= 0 &&
    end.some((word) => denies.includes(word)) &&
    end.every((word) => denies.includes(word) || stance.includes(word));
  return isRefused || marksIn(said, words.guards).some(({ kind }) => kind === 'retracts');
};

/**
 * Whether an intent that is guarded by words was asked for: one of its words was used to say so, neither in a reason nor in a
 * time ("the end of the week"); and a question after what has happened asks for nothing to be done.
 */
export const hasExplicitWord = (extraction: Extraction): boolean => {
  const { intent, language, phraseWords, segments, used, words, tokens, times } = extraction;
  const only = language.phrases.only.get(intent.command);
  if (!only) return true;
  const { inquiry, impersonal } = phraseWords;
  const isInquiry = (at: number): boolean => {
    const { from = 0 } = segments.find((part) => isIn(part, at)) ?? {};
    return inquiry.includes(words[from] ?? '') && !impersonal.includes(words[from + 1] ?? '');
  };
  const isElsewhere = (at: number): boolean =>
    used.has(at) || tokens[at]?.kind === 'quoted' || times.some((time) => isIn(time, at));
  const changes = intent.takesAway || intent.effect === 'acts';
  return words.some((_, at) => {
    const length = lengthAt(extraction, only, at);
    return length > 0 && !range(at, at + length).every(isElsewhere) && !(changes && isInquiry(at));
  });
};
