import type { Analysis, Language } from './analysis.ts';
import type { ReadPhrase } from './phrase-tokens.ts';
import type { TimeSpan, Today } from './time-span.ts';
import type { Token } from './tokens.ts';

/** What a text looks like to the classifier: one part of speech of it, as several alternatives. */
type Piece = readonly string[];

const NOWHEN: Today = { year: 2026, month: 1, day: 1, minute: 0 };
const CODES: readonly (readonly [RegExp, ...Piece])[] = [
  [/^r-[a-z\d]{5}$/, '@request'],
  [/^w-[a-z\d]{5}$/, '@watch'],
  [/^[a-z]{2,10}-\d+$/, '@ticket', '@event'],
  [/-/, '@event'],
  [/./, '@invoice'],
];

/** The kinds of placeholders for what is not looked at: a reason, a name that is new. */
const FREE: ReadonlySet<string> = new Set(['reason', 'text', 'new']);

const pieceOf = ({ kind, word, raw }: Token, language: Language): Piece => {
  switch (kind) {
    case 'word':
      return [language.same.get(word) ?? word];
    case 'number':
      return [/^\d/.test(word) && /^[\d.,]+$/.test(word) ? '@number' : '@figure'];
    case 'code':
      return (
        CODES.find(([pattern]) => pattern.test(word))
          ?.slice(1)
          .map(String) ?? ['@code']
      );
    case 'path':
      return ['@image'];
    case 'mark':
      return '?!:='.includes(raw) ? [raw] : /[$€£]/.test(raw) ? ['@money'] : [];
    case 'emoji':
      return [raw];
    default:
      return [`@${kind}`];
  }
};

/** @param skipped the tokens that say nothing of what is asked for, as those of a reason */
export const featuresOf = (
  { tokens, words, times, kinds }: Analysis,
  language: Language,
  skipped: ReadonlySet<number>,
): readonly string[] => {
  const pieces: Piece[] = [];
  const timeAt = new Map(times.map((span) => [span.from, span]));
  for (let at = 0; at < tokens.length; at += 1) {
    if (skipped.has(at)) continue;
    const time = timeAt.get(at);
    const token = tokens[at];
    const found = kinds[at] ?? new Set();
    if (time && found.size === 0) {
      pieces.push([`@${time.part}`]);
      at = time.to - 1;
    } else if (token) {
      const named = [...found].map((kind) => `@${kind}`);
      const before = pieces.at(-1);
      const isSame = named.length > 0 && before?.some((one) => named.includes(one));
      const word = words[at] ?? token.word;
      const plain = named.length > 0 && !language.said.has(word) ? [] : pieceOf({ ...token, word }, language);
      if (!isSame) pieces.push([...plain, ...named]);
    }
  }
  return combine(pieces, language);
};

/** The features of an example phrase, whose placeholders stand for what is recognised elsewhere. */
export const featuresOfPhrase = ({ parts }: ReadPhrase, language: Language): readonly string[] => {
  const times = timesIn(parts, language);
  const pieces: Piece[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const token = parts[at];
    const time = times.find((span) => span.from === at);
    if (time) {
      pieces.push([`@${time.part}`]);
      at = time.to - 1;
    } else if (typeof token === 'string') {
      if (!FREE.has(token)) pieces.push([`@${token}`]);
    } else if (token) pieces.push(pieceOf(token, language));
  }
  return combine(pieces, language);
};

const BLANK: Token = { kind: 'mark', word: '', raw: '', at: 0, end: 0 };

const timesIn = (parts: ReadPhrase['parts'], { times }: Language): readonly TimeSpan[] => {
  if (!parts.some((part) => typeof part !== 'string' && times.begins.has(part.word))) return [];
  const tokens = parts.map((part) => (typeof part === 'string' ? BLANK : part));
  return times.read(
    tokens,
    tokens.map(({ word }) => word),
    NOWHEN,
  );
};

/** Letters that a word begins with: enough to know it in another form. */
const STEM = 4;

/** It tells something only where nothing else is said. */
const EMOJI = /^\p{Extended_Pictographic}/u;

/** Each word and its beginning, each two that stand anywhere in the text, each two that are neighbours or have one between them, and what it begins and ends with. */
const combine = (pieces: readonly Piece[], { fillers }: Language): readonly string[] => {
  const all = pieces.filter((piece) => piece.length > 0);
  const telling = all.filter((piece) => !piece.every((one) => fillers.has(one) || EMOJI.test(one)));
  const told = telling.length > 0 ? telling : all;
  const features = new Set<string>(told.flat());
  for (const one of told.flat()) if (one.length > STEM && !one.startsWith('@')) features.add(`~${one.slice(0, STEM)}`);
  const framed: readonly Piece[] = [['^'], ...told, ['$']];
  const pair = (at: number, other: number, between: string): void => {
    for (const one of framed[at] ?? []) for (const next of framed[other] ?? []) features.add(`${one}${between}${next}`);
  };
  for (const at of framed.keys()) {
    pair(at, at + 1, ' ');
    // That a text has one word says nothing.
    if (framed.length > FRAME + 1) pair(at, at + 2, ' * ');
  }
  for (const both of together(told.flat().filter((one) => !fillers.has(one)))) features.add(both);
  return [...features];
};

/** The pieces at the beginning and the end that stand for no word. */
const FRAME = 2;

/** In longer texts the first words tell enough. */
const MOST_TOGETHER = 30;

const together = (words: readonly string[]): readonly string[] => {
  const each = [...new Set(words)].slice(0, MOST_TOGETHER).sort();
  return each.flatMap((one, at) => each.slice(at + 1).map((other) => `${one}&${other}`));
};
