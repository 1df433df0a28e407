import { editDistance } from '../../../lib/text.ts';
import { fold } from '../../../policy/problems/wording.ts';
import { allNames, codeOf } from './names.ts';

/** What a list of languages means, as somebody typed it. */
export interface FoundLanguages {
  /** Codes, in their order, each once. */
  readonly codes: readonly string[];
  /** What is no language, as it was typed. */
  readonly unknown: readonly string[];
}

/** "german, french and japanese", "de fr", "Deutsch & 日本語": names and codes in any spelling. */
export const findLanguages = (typed: string, locale: string): FoundLanguages => {
  const codes: string[] = [];
  const unknown: string[] = [];
  for (const part of typed.split(BETWEEN).filter((text) => text.trim() !== '')) {
    const { found, rest } = leading(part, locale);
    codes.push(...found);
    if (rest !== '') unknown.push(rest);
  }
  return { codes: [...new Set(codes)], unknown };
};

const BETWEEN = /[,;/&+、，]|\s(?:and|und|et|y|e|och|og|en)\s/i;

/** The languages that words begin with, the longest names first, and what follows them. */
export const leading = (
  words: string,
  locale: string,
): { readonly found: readonly string[]; readonly rest: string; readonly length: number } => {
  const found: string[] = [];
  let at = 0;
  for (;;) {
    const next = longestName(words.slice(at), locale);
    if (!next) break;
    found.push(next.code);
    at += next.length;
  }
  return { found, rest: words.slice(at).trim(), length: at };
};

/** A language's name has no more words and letters than this, as in "Chinese (Literary)". */
const MOST_WORDS = 4;
const LONGEST_NAME = 160;

const longestName = (text: string, locale: string): { readonly code: string; readonly length: number } | undefined => {
  const ends = [...text.slice(0, LONGEST_NAME).matchAll(/\S+/g)]
    .slice(0, MOST_WORDS)
    .map(({ 0: word, index }) => index + word.length);
  for (const length of ends.reverse()) {
    const code = codeOf(text.slice(0, length), locale);
    if (code !== undefined) return { code, length };
  }
  return undefined;
};

/** The name that somebody probably meant. */
export const nearestLanguage = (typed: string, locale: string): string | undefined => {
  const word = fold(typed).slice(0, 40);
  if (word.length < 4) return undefined;
  const near = [...allNames(locale)]
    .filter((name) => name.length > 3 && Math.abs(name.length - word.length) <= 2)
    .map((name) => ({ name, far: editDistance(word, name) }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far)[0];
  return near && codeOf(near.name, locale);
};
