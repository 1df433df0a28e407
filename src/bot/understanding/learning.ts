import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Phrases, phrasesFolder } from '#bot/phrases/phrases.ts';
import type { CooperativeWork } from '#platform/lib/cooperative-work.ts';
import { createLanguage, type Language, wordsByFrequency } from './analysis.ts';
import type { Weights } from './classifier.ts';
import { type ReadPhrase, readPhrases } from './phrase-tokens.ts';
import { createRanker, type Ranker, trainRanker } from './ranking.ts';

/** The words of the phrases of one intent, and those that are neighbours: they say what is asked for, and nothing of the arguments. */
export interface Explained {
  readonly explained: ReadonlySet<string>;
  readonly explainedPairs: ReadonlySet<string>;
}

/** What the phrases of a language teach; it depends on nothing else. */
export interface Learned {
  readonly language: Language;
  readonly rank: Ranker;
  readonly explained: ReadonlyMap<string, Explained>;
}

/** The same as plain data: the build keeps it in a file, so that no process that serves people learns. */
interface Lessons {
  /** The words of all phrases, what is said most first. */
  readonly said: readonly string[];
  /** By intent. */
  readonly explained: Readonly<
    Record<string, { readonly words: readonly string[]; readonly pairs: readonly string[] }>
  >;
  readonly weights: Weights;
}

/** The build's file, beside the phrases. */
export const LESSONS = 'lessons.txt';

/** What was learned before, or else is learned now: that takes most of a second, in slices. */
export function* learn(phrases: Phrases): CooperativeWork<Learned> {
  const kept = join(phrasesFolder(phrases.language), LESSONS);
  const { said, explained, weights } = existsSync(kept)
    ? readLessons(readFileSync(kept, 'utf8'))
    : yield* study(phrases);
  const language = createLanguage(phrases, said);
  return {
    language,
    rank: createRanker(language, weights),
    explained: new Map(
      Object.entries(explained).map(([intent, { words, pairs }]) => [
        intent,
        { explained: new Set(words), explainedPairs: new Set(pairs) },
      ]),
    ),
  };
}

export function* study(phrases: Phrases): CooperativeWork<Lessons> {
  const examples = yield* readPhrases(phrases);
  const said = wordsByFrequency(examples);
  const language = createLanguage(phrases, said);
  return { said, explained: explainedWords(examples, language), weights: yield* trainRanker(examples, language) };
}

const explainedWords = (examples: readonly ReadPhrase[], { same }: Language): Lessons['explained'] => {
  const all = new Map<string, { readonly words: Set<string>; readonly pairs: Set<string> }>();
  for (const { intent, parts } of examples) {
    const { words, pairs } = all.get(intent) ?? { words: new Set(), pairs: new Set() };
    const said = parts.map((part) => (typeof part === 'string' ? '' : part.word));
    for (const [at, word] of said.entries()) {
      if (word !== '') words.add(same.get(word) ?? word);
      if (at > 0) pairs.add(`${said[at - 1]} ${word}`);
    }
    all.set(intent, { words, pairs });
  }
  return Object.fromEntries(
    [...all].map(([intent, { words, pairs }]) => [intent, { words: [...words], pairs: [...pairs] }]),
  );
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Int16Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

const bytesIn = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64'));

/** A line of JSON for each part, as `readLessons` takes it. */
export const writeLessons = ({ said, explained, weights }: Lessons): string => {
  const { intents, features, counts, of, values } = weights;
  const parts = [said, explained, intents, features, bytesOf(counts), bytesOf(of), bytesOf(values)];
  return parts.map((part) => JSON.stringify(part)).join('\n');
};

export const readLessons = (text: string): Lessons => {
  const [said, explained, intents, features, counts, of, values] = text.split('\n').map((line) => JSON.parse(line));
  return {
    said,
    explained,
    weights: {
      ...{ intents, features },
      counts: bytesIn(counts),
      of: bytesIn(of),
      values: new Int16Array(bytesIn(values).buffer),
    },
  };
};
