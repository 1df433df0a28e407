import type { Language } from './languages.ts';
import { textsOf } from './lexicon.ts';
import { romanise, serbianFromLatin } from './romanise.ts';
import { splitSentences } from './split-sentences.ts';
import { splitEnd, splitSpace } from './template.ts';

/**
 * A text in Latin letters in the usual script of its language: Serbian by letter, others by the phrases of the lexicon.
 * What is not known stays.
 */
export const fromLatin = (text: string, language: Language): string => {
  if (language.code === 'sr-Cyrl') return serbianFromLatin(text);
  const known = phrasesOf(language);
  return splitSentences(text, 'en', true)
    .map((sentence) => {
      const { lead, core, tail } = splitSpace(sentence);
      const whole = known.get(soundOf(core));
      if (whole === undefined) return lead + byWords(core, known) + tail;
      return lead + (splitEnd(core)[1] === '' ? splitEnd(whole)[0] : whole) + tail;
    })
    .join('');
};

const soundOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const phrases = new Map<string, ReadonlyMap<string, string>>();

const phrasesOf = (language: Language): ReadonlyMap<string, string> => {
  const known =
    phrases.get(language.code) ??
    new Map(
      textsOf(language.code)
        .map((text) => [soundOf(romanise(text, language)), text] as const)
        .reverse(),
    );
  phrases.set(language.code, known);
  return known;
};

const MOST_WORDS = 5;

const byWords = (text: string, known: ReadonlyMap<string, string>): string => {
  const words = text.split(/(\s+)/);
  let written = '';
  for (let at = 0; at < words.length; ) {
    const [count, found] = phraseAt(words, at, known);
    written += found;
    at += count;
  }
  return written;
};

/** Words and the spaces between them take turns. */
const phraseAt = (
  words: readonly string[],
  at: number,
  known: ReadonlyMap<string, string>,
): readonly [number, string] => {
  for (let count = 2 * MOST_WORDS - 1; count > 0; count -= 2) {
    const said = words.slice(at, at + count).join('');
    const found = known.get(soundOf(said));
    if (found !== undefined && soundOf(said) !== '')
      return [Math.min(count, words.length - at), found + splitEnd(said)[1]];
  }
  return [1, words[at] ?? ''];
};
