import type { Language } from './languages.ts';
import { findPart, findSentence, type Part, splitEnd } from './sentences.ts';
import { plainToken, type Span, type Token } from './writer.ts';

interface TranslatedSentence {
  readonly tokens: readonly Token[];
  /** False for a frequent sentence, which the service translates as a whole. */
  readonly aligned: boolean;
}

/** Profane words, in the languages of the table. */
const PROFANE: ReadonlySet<string> = new Set(
  ['jackass', 'damn', 'Esel', 'verdammt', 'crétin', 'zut', 'ジャッカス', 'くそ'].map((word) => word.toLowerCase()),
);

/** Numbers, addresses and punctuation have no language. */
const NO_LANGUAGE = /^(?:\P{L}*|https?:\/\/\S+)$/u;

/**
 * A sentence of the table; any other text is unchanged, in brackets with the target language.
 * @param text without space around it
 */
export const translateSentence = (text: string, from: Language, to: Language): TranslatedSentence => {
  if (from === to || NO_LANGUAGE.test(text)) return { tokens: wordTokens(text, from), aligned: true };
  const sentence = findSentence(text, from.code);
  const [source, target] = [sentence?.get(from.code), sentence?.get(to.code)];
  if (source && target) {
    const ended = splitEnd(text)[1] !== '' ? target : target.map((part, at) => unended(part, at, target));
    const aligned = target.some(({ number }) => number !== undefined);
    return { tokens: alignParts(ended, spansOf(source, from.spaced), to.spaced), aligned };
  }
  const part = findPart(text, from.code, to.code);
  if (part !== undefined) return { tokens: [{ text: part, words: wordSpans(text, 0, from.spaced) }], aligned: true };
  return { tokens: [plainToken(`⟦${to.code}: `), ...wordTokens(text, from), plainToken('⟧')], aligned: true };
};

const unended = (part: Part, at: number, parts: readonly Part[]): Part =>
  at === parts.length - 1 ? { ...part, text: splitEnd(part.text)[0] } : part;

/** Each word unchanged, with the punctuation around it and the spaces between. */
const wordTokens = (text: string, { spaced }: Language): readonly Token[] =>
  spaced
    ? [...text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) =>
        /[\p{L}\p{N}]/u.test(word) ? tokenOf(word, [{ start: index, end: index + word.length }]) : plainToken(word),
      )
    : [tokenOf(text, wordSpans(text, 0, spaced))];

const tokenOf = (text: string, words: readonly Span[]): Token => ({
  text,
  words,
  profane: PROFANE.has(text.toLowerCase()),
});

/** The words of a text; in a language without spaces the text is one word. */
const wordSpans = (text: string, offset: number, spaced: boolean): readonly Span[] => {
  const words = spaced ? [...text.matchAll(/\S+/g)] : [{ 0: text, index: 0 }];
  return words.map(({ 0: word, index }) => ({ start: offset + index, end: offset + index + word.length }));
};

/** The words of each part of the source, by the part's number. */
const spansOf = (parts: readonly Part[], spaced: boolean): ReadonlyMap<number, readonly Span[]> => {
  const spans = new Map<number, readonly Span[]>();
  let at = 0;
  for (const { text, number } of parts) {
    if (number !== undefined) spans.set(number, [...(spans.get(number) ?? []), ...wordSpans(text, at, spaced)]);
    at += text.length;
  }
  return spans;
};

/** A part with the same number of words in both languages aligns them one by one; otherwise each aligns with all. */
const alignParts = (
  parts: readonly Part[],
  sources: ReadonlyMap<number, readonly Span[]>,
  spaced: boolean,
): readonly Token[] => {
  const used = new Map<number, number>();
  return parts.flatMap(({ text, number }): readonly Token[] => {
    if (number === undefined) return [plainToken(text)];
    const words = sources.get(number) ?? [];
    const all = parts.filter((part) => part.number === number).flatMap((part) => wordSpans(part.text, 0, spaced));
    if (all.length !== words.length) return [tokenOf(text, words)];
    const first = used.get(number) ?? 0;
    const own = wordSpans(text, 0, spaced);
    used.set(number, first + own.length);
    return own.flatMap(({ start, end }, index) => [
      plainToken(text.slice(own[index - 1]?.end ?? 0, start)),
      tokenOf(text.slice(start, end), words.slice(first + index, first + index + 1)),
    ]);
  });
};
