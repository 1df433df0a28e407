import type { Language } from './languages.ts';
import { lexiconOf, profane } from './lexicon.ts';
import { type Part, sentenceKey, splitEnd } from './template.ts';
import { plainToken, type Span, type Token, wordSpans } from './tokens.ts';
import { toldIn } from './told.ts';

/** What a whole sentence became; canned ones know nothing of their words. */
export interface Matched {
  readonly tokens: readonly Token[];
  readonly canned: boolean;
}

/**
 * A sentence that the lexicon knows whole, in any case, with or without the punctuation that ends it.
 * @param sentence without space around it
 */
export const matchSentence = (sentence: string, from: Language, to: Language): Matched | undefined => {
  const key = sentenceKey(sentence);
  const [source, target] = [lexiconOf(from.code), lexiconOf(to.code)];
  const ended = splitEnd(sentence)[1] !== '';
  const told = from.code === 'en' ? toldIn(to.code).get(key) : undefined;
  const canned = target.frequent.texts.get(source.frequent.concepts.get(key) ?? '') ?? told;
  if (canned !== undefined) return { tokens: [plainToken(ended ? canned : splitEnd(canned)[0])], canned: true };
  const concept = source.sentences.concepts.get(key) ?? '';
  const [parts, others] = [source.templates.get(concept), target.templates.get(concept)];
  if (!parts || !others) return undefined;
  const chunks = sourceChunks(parts, from.spaced);
  const written = ended ? others : others.map((part, at) => (at < others.length - 1 ? part : withoutEnd(part)));
  return { tokens: alignParts(written, chunks, isProfane(concept), to.spaced), canned: false };
};

const withoutEnd = (part: Part): Part => (part.chunk === undefined ? { ...part, text: splitEnd(part.text)[0] } : part);

/** In the lexicon a profane word is a part by itself. */
const isProfane = (concept: string) => {
  const numbers = new Set(
    (lexiconOf('en').templates.get(concept) ?? []).filter(({ text }) => profane.has(text)).map(({ chunk }) => chunk),
  );
  return (chunk: number): boolean => numbers.has(chunk);
};

const sourceChunks = (parts: readonly Part[], spaced: boolean): ReadonlyMap<number, readonly Span[]> => {
  const chunks = new Map<number, readonly Span[]>();
  let at = 0;
  for (const { text, chunk } of parts) {
    if (chunk !== undefined) chunks.set(chunk, [...(chunks.get(chunk) ?? []), ...wordSpans(text, at, spaced)]);
    at += text.length;
  }
  return chunks;
};

/** Where a part has as many words here as there, they answer each other one by one; else each stands for all. */
const alignParts = (
  parts: readonly Part[],
  chunks: ReadonlyMap<number, readonly Span[]>,
  profaneChunk: (chunk: number) => boolean,
  spaced: boolean,
): readonly Token[] => {
  const given = new Map<number, number>();
  return parts.flatMap(({ text, chunk }): readonly Token[] => {
    if (chunk === undefined) return [plainToken(text)];
    const words = chunks.get(chunk) ?? [];
    const all = parts.filter((part) => part.chunk === chunk).flatMap((part) => wordSpans(part.text, 0, spaced));
    const marks = profaneChunk(chunk) ? { profane: true } : {};
    if (all.length !== words.length) return [{ text, words, ...marks }];
    const first = given.get(chunk) ?? 0;
    const own = wordSpans(text, 0, spaced);
    given.set(chunk, first + own.length);
    return own.flatMap(({ start, end }, index) => [
      plainToken(text.slice(own[index - 1]?.end ?? 0, start)),
      { text: text.slice(start, end), words: words.slice(first + index, first + index + 1), ...marks },
    ]);
  });
};
