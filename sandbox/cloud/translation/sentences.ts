import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutTail } from '../../../src/platform/lib/text.ts';

/** Part of a sentence: equal numbers mean the same in every language; parts without one are punctuation. */
export interface Part {
  readonly text: string;
  readonly number: number | undefined;
}

/** A sentence in several languages, in parts; a frequent sentence has no numbers, and so no alignment. */
export type Sentence = ReadonlyMap<string, readonly Part[]>;

const read = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'sentences', `${name}.json`), 'utf8'));

/** Reads `[1The ledger] [2is down].` */
const readParts = (written: string): readonly Part[] =>
  [...written.matchAll(/\[(\d)([^[\]]*)\]|[^[]+/g)].map(([whole, number, text]) =>
    number === undefined ? { text: whole, number } : { text: text ?? '', number: Number(number) },
  );

export const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

const translations = (['de', 'fr', 'ja'] as const).map((code) => [code, read(code)] as const);

/** The sentences of the demo conversation and of the demo incident, in English, German, French and Japanese. */
export const sentences: readonly Sentence[] = Object.keys(translations[0]?.[1] ?? {}).map(
  (english) =>
    new Map([
      ['en', readParts(english)],
      ...translations.map(([code, texts]) => [code, readParts(texts[english] ?? '')] as const),
    ]),
);

/** Every sentence of a language; none for a language outside the table. */
export const sentencesIn = (code: string): readonly string[] =>
  sentences.flatMap((sentence) => textOf(sentence.get(code) ?? []) || []);

const ENDS = '.!?…。！？؟';

/** A sentence and its final punctuation. */
export const splitEnd = (sentence: string): readonly [string, string] => {
  const unended = withoutTail(sentence, ENDS);
  const words = unended === sentence ? sentence : unended.trimEnd();
  return [words, sentence.slice(words.length)];
};

const keyOf = (sentence: string): string => splitEnd(sentence)[0].toLowerCase().replaceAll('’', "'");

/** A sentence of the table, in any case, with or without its final punctuation. @param text without space around it */
export const findSentence = (text: string, code: string): Sentence | undefined =>
  indexOf(code).sentences.get(keyOf(text));

/** The translation of a single part of a sentence, as beside an entry of the dynamic dictionary. */
export const findPart = (text: string, from: string, to: string): string | undefined => {
  const [words, end] = splitEnd(text);
  const found = indexOf(from).parts.get(words);
  const parts = found?.sentence.get(to)?.filter(({ number }) => number === found.number) ?? [];
  return parts.length === 1 ? `${parts[0]?.text ?? ''}${end}` : undefined;
};

interface Index {
  readonly sentences: ReadonlyMap<string, Sentence>;
  readonly parts: ReadonlyMap<string, { readonly sentence: Sentence; readonly number: number }>;
}

const indexes = new Map<string, Index>();

const indexOf = (code: string): Index => {
  const index = indexes.get(code) ?? buildIndex(code);
  indexes.set(code, index);
  return index;
};

const buildIndex = (code: string): Index => {
  const known = sentences.flatMap((sentence) => {
    const parts = sentence.get(code);
    return parts ? [{ sentence, parts }] : [];
  });
  return {
    sentences: new Map(known.map(({ sentence, parts }) => [keyOf(textOf(parts)), sentence])),
    parts: new Map(
      known.flatMap(({ sentence, parts }) =>
        parts.flatMap(({ text, number }) => (number === undefined ? [] : [[text, { sentence, number }] as const])),
      ),
    ),
  };
};

const latin = Object.entries(read('ja-latin'));

/** The sentences of the table in Latin letters; other text is unchanged. */
export const toLatin = (text: string): string =>
  latin.reduce((written, [usual, latinText]) => written.replaceAll(usual, latinText), text);

/** The sentences of the table in their usual script; other text is unchanged. */
export const fromLatin = (text: string): string =>
  latin.reduce((written, [usual, latinText]) => written.replaceAll(latinText, usual), text);
