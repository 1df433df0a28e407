import type { Phrases } from '#bot/phrases/phrases.ts';
import type { ReadPhrase } from './phrase-tokens.ts';
import { createLexicon, type Lexicon } from './spelling.ts';
import type { TimeSpan, Today } from './time-span.ts';
import { createTimeReader, type TimeReader } from './times.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Found, Vocabulary } from './vocabulary.ts';

/** What is recognised in a text before anybody knows what it asks for. */
export interface Analysis {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The words of the tokens, spelled right. */
  readonly words: readonly string[];
  readonly names: readonly Found[];
  readonly times: readonly TimeSpan[];
  /** The kinds of thing that a token is part of, as `place`. */
  readonly kinds: readonly ReadonlySet<string>[];
}

/** The language of the texts that are analysed, ready for use. */
export interface Language {
  readonly phrases: Phrases;
  readonly lexicon: Lexicon;
  readonly times: TimeReader;
  /** The word that stands for a word. */
  readonly same: ReadonlyMap<string, string>;
  readonly fillers: ReadonlySet<string>;
  /** The words of all phrases. */
  readonly said: ReadonlySet<string>;
}

/** @param said the words of all phrases, what is said most first: of several words that a misspelt one may be, the first is meant */
export const createLanguage = (phrases: Phrases, said: readonly string[]): Language => {
  const { words } = phrases;
  const times = createTimeReader(words);
  const same = new Map(
    Object.entries(words.same).flatMap(([word, others]) => others.map((other) => [other, word] as const)),
  );
  const lists = [
    words.fillers,
    words.because,
    Object.keys(words.perhapsBecause),
    words.wish,
    words.not,
    words.common,
    ...phrases.only.values(),
  ].flat();
  const lexicon = createLexicon(
    [...said, ...lists, ...times.words, ...Object.keys(words.same), ...same.keys()].filter(
      (word) => !word.includes(' '),
    ),
  );
  return { phrases, lexicon, times, same, fillers: new Set(words.fillers), said: new Set(said) };
};

/** The words of phrases, what is said most first. */
export const wordsByFrequency = (examples: readonly ReadPhrase[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const part of examples.flatMap(({ parts }) => parts))
    if (typeof part !== 'string' && part.kind === 'word') counts.set(part.word, (counts.get(part.word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
};

export const analyse = (text: string, language: Language, vocabulary: Vocabulary, today: Today): Analysis => {
  const tokens = glued(tokensOf(text, language.phrases.words), language, vocabulary);
  const read = tokens.map((token) => spell(token, language, vocabulary));
  const words = read.map(({ word }) => word);
  const common = new Set(language.phrases.words.common);
  const meant = read.map(({ meant: all, word }, at) =>
    word.length === 2 && common.has(word) && !isListed(tokens, at) ? [] : all,
  );
  const names = vocabulary.find(tokens, meant).filter((found) => !isLeading(found, tokens));
  const times = language.times.read(tokens, words, today);
  const kinds = tokens.map(() => new Set<string>());
  for (const {
    kind,
    names: [name],
    tokens: places,
  } of names)
    if (!name?.incidental) for (const at of places) kinds[at]?.add(kind);
  return { text, tokens, words, names, times, kinds };
};

const spell = (
  { kind, word }: Token,
  { lexicon }: Language,
  vocabulary: Vocabulary,
): { readonly word: string; readonly meant: readonly string[] } => {
  if (kind !== 'word' && kind !== 'code' && kind !== 'path' && kind !== 'number') return { word, meant: [] };
  const meant = vocabulary.wordsFor(word);
  if (kind !== 'word' || lexicon.has(word) || meant.includes(word))
    return { word, meant: lexicon.has(word) ? meant.filter((one) => one === word) : meant };
  const [near, named] = [lexicon.near(word), vocabulary.lexicon.near(word)];
  if (named && named.far <= (near?.far ?? 9)) return { word: named.word, meant: [named.word] };
  if (near) return { word: near.word, meant: vocabulary.wordsFor(near.word).filter((one) => one === near.word) };
  return { word, meant };
};

/** Two words that were typed as one, "rolereader". */
const glued = (tokens: readonly Token[], { lexicon }: Language, vocabulary: Vocabulary): readonly Token[] =>
  tokens.flatMap((token) => {
    const { kind, word, raw, at } = token;
    const isKnown = (one: string): boolean => lexicon.has(one) || vocabulary.lexicon.has(one);
    const parts = word.split('-');
    if (kind === 'word' && parts.length > 1 && !isKnown(word) && parts.every((part) => vocabulary.lexicon.has(part)))
      return partsOf(token);
    if (kind !== 'word' || word.length < 8 || word.length > 24 || word !== raw.toLowerCase() || isKnown(word))
      return [token];
    if (lexicon.near(word) || vocabulary.lexicon.near(word)) return [token];
    for (let cut = 3; cut <= word.length - 4; cut += 1) {
      const [first, second] = [word.slice(0, cut), word.slice(cut)];
      if (!isKnown(first) || !isKnown(second)) continue;
      return [
        { kind, word: first, raw: raw.slice(0, cut), at, end: at + cut },
        { kind, word: second, raw: raw.slice(cut), at: at + cut, end: token.end },
      ];
    }
    return [token];
  });

/** "Payments-staging", as its parts. */
const partsOf = ({ kind, raw, at }: Token): readonly Token[] => {
  let begin = at;
  return raw.split('-').map((part) => {
    const token = { kind, word: part.toLowerCase(), raw: part, at: begin, end: begin + part.length };
    begin = token.end + 1;
    return token;
  });
};

/** "En español": a code before another word at the beginning is none. */
const isLeading = ({ names: [name], tokens: [at] }: Found, tokens: readonly Token[]): boolean =>
  name?.fixed === true && at === 0 && tokens[0]?.word.length === 2 && tokens[1]?.kind === 'word';

/** A code such as "it" is one where it stands like one: "fr + it: …". */
const isListed = (tokens: readonly Token[], at: number): boolean => {
  const [before, after] = [tokens[at - 1]?.raw, tokens[at + 1]?.raw];
  const isFirst = at === 0 || before === '+' || before === '/' || before === ',' || before === '.';
  return (isFirst && (after === ':' || after === '+' || after === '/')) || (before === '+' && after !== undefined);
};
