import type { Phrases } from '../../phrases/phrases.ts';
import { type Analysis, analyse, createLanguage, type Language } from './analysis.ts';
import { trainClassifier } from './classifier.ts';
import { featuresOf, featuresOfPhrase } from './features.ts';
import { fillMarks } from './fill-marks.ts';
import { fillChoices, fillImplied, fillNames } from './fill-names.ts';
import { fillLeftReason, fillSeparateReason, fillStatedReason } from './fill-reason.ts';
import { fillCalled, fillLines, fillProper, fillTerm, fillText, fillTopic, isPlain } from './fill-text.ts';
import { fillTimes } from './fill-times.ts';
import { type Filling, range } from './filling.ts';
import type { Intent } from './intent.ts';
import { type Reading, toReading } from './reading.ts';
import { segmentsOf } from './segments.ts';
import type { Today } from './time-span.ts';
import type { Name, Vocabulary } from './vocabulary.ts';

export interface Situation {
  readonly vocabulary: Vocabulary;
  readonly today: Today;
  /** Keys of the people whom the marks in the text stand for. */
  readonly people: readonly string[];
  /** The command that the text is in the command's own grammar, so that only its arguments are read. */
  readonly typed?: string | undefined;
}

/** What a text may mean, the likeliest first. */
export interface Understood {
  /** `certain`: the first reading is meant. `likely`: one of them is. `none`: nothing that the bot can do. */
  readonly kind: 'certain' | 'likely' | 'none';
  readonly readings: readonly Reading[];
  /** Small talk, thanks, or what the bot does not do, where it is that. */
  readonly talk?: string;
}

interface Score {
  readonly intent: string;
  readonly score: number;
}

export interface Interpreter {
  read(text: string, situation: Situation): Understood;
}

/** Longer texts are read up to here; what a reason or a text to translate takes goes on to the end. */
const LONGEST = 1_000;
const CERTAIN = 0.9;
const LIKELY = 3;
/** How much likelier small talk or a strange wish must be than the best command. */
const ELSEWHERE = 0.4;
const MOST = 3;
const LEAST = 0.6;
const ASIDE = 0.5;
/** A text that begins with a command's name means it rather than another. */
const BEGINS = 1;
const TYPED = 10;

export const createInterpreter = (
  phrases: Phrases,
  intents: readonly Intent[],
  topics: readonly Name[],
): Interpreter => {
  const language = createLanguage(phrases);
  const classifier = trainClassifier(
    language.examples.map((example) => ({ intent: example.intent, features: featuresOfPhrase(example, language) })),
  );
  const byCommand = new Map(intents.map((intent) => [intent.command, intent]));
  const explained = explainedWords(language);

  return {
    read(text, { vocabulary, today, people, typed }) {
      const { head, rest } = partsOf(text);
      const analysis = analyse(head, language, vocabulary, today);
      const scores = classifier.rank(featuresOf(analysis, language, skippedOf(analysis, language)));
      // A time alone, a number alone: nobody can tell what it is for.
      if (typed === undefined && isBare(analysis)) return { kind: 'none', readings: [] };
      const candidates = typed === undefined ? scores.slice(0, 6) : [{ intent: typed, score: TYPED }];
      const filled = candidates.flatMap(({ intent, score }) => {
        const found = byCommand.get(intent);
        if (!found || (typed === undefined && !isAllowed(found, analysis, language))) return [];
        const filling = fill(found, {
          analysis,
          language,
          explained: explained.get(intent) ?? new Set(),
          topics,
          rest,
          today,
          vocabulary,
          people,
        });
        const aside = unexplained(filling);
        // What takes something away takes nothing but what was named.
        if (aside > 0 && found.takesAway && typed === undefined) return [];
        const begins = head.toLowerCase().startsWith(intent) ? BEGINS : 0;
        return [{ score: score + begins - aside, reading: toReading(filling, leftOf(filling)) }];
      });
      const [own] = typed === undefined ? scores.filter(({ intent }) => !byCommand.has(intent)) : [];
      return choose(
        scores,
        filled.sort((a, b) => b.score - a.score),
        own,
      );
    },
  };
};

const isBare = ({ tokens, times }: Analysis): boolean =>
  times.length > 0 && tokens.every((_, at) => times.some(({ from, to }) => from <= at && at < to));

/** How much a reading leaves aside that is named in the text: each such thing makes it less likely. */
const unexplained = ({ analysis: { names, tokens }, used, segments }: Filling): number => {
  const wishes = segments.filter(({ from, to }) => range(from, to).some((at) => used.has(at)));
  const isHere = (at: number): boolean => wishes.length === 0 || wishes.some(({ from, to }) => from <= at && at < to);
  // Of two names side by side one may only tell more of the other.
  const isBeside = (at: number): boolean => used.has(at) || used.has(at - 1) || used.has(at + 1);
  const left = names.filter(
    ({ strength, tokens: places }) => strength > 1 && !places.some(isBeside) && places.every(isHere),
  );
  const words = new Set(left.flatMap(({ tokens: places }) => places));
  const marks = tokens.filter(
    ({ kind }, at) => (kind === 'email' || kind === 'path' || kind === 'code') && !used.has(at),
  );
  return ASIDE * (words.size + marks.length);
};

const choose = (
  ranked: readonly Score[],
  filled: readonly { readonly score: number; readonly reading: Reading }[],
  talkScore: Score | undefined,
): Understood => {
  const scores = [
    ...filled.map(({ score, reading }) => ({ intent: reading.intent.command, score })),
    ...(talkScore ? [talkScore] : []),
  ].sort((a, b) => b.score - a.score);
  const [first, second] = scores.length > 0 ? scores : ranked;
  const [best] = filled;
  if ((first?.score ?? 0) < LEAST) return { kind: 'none', readings: [] };
  const readings = filled
    .filter(({ score }) => (best?.score ?? 0) - score < LIKELY)
    .slice(0, MOST)
    .map(({ reading }) => reading);
  if (!first || !best || best.reading.intent.command !== first.intent) {
    const talk = first?.intent;
    const margin = (first?.score ?? 0) - (best?.score ?? 0);
    return margin > ELSEWHERE || !best
      ? { kind: 'none', readings: [], ...(talk === undefined ? {} : { talk }) }
      : { kind: 'likely', readings };
  }
  const margin = first.score - (second?.score ?? 0);
  return margin >= CERTAIN ? { kind: 'certain', readings: readings.slice(0, 1) } : { kind: 'likely', readings };
};

interface Given {
  readonly analysis: Analysis;
  readonly language: Language;
  readonly explained: ReadonlySet<string>;
  readonly topics: readonly Name[];
  readonly rest: string | undefined;
  readonly today: Today;
  readonly vocabulary: Vocabulary;
  readonly people: readonly string[];
}

const fill = (intent: Intent, { rest, today, ...given }: Given): Filling => {
  const filling: Filling = {
    ...given,
    intent,
    segments: segmentsOf(given.analysis),
    used: new Set(),
    values: new Map(),
    rivals: new Map(),
  };
  fillLines(filling, rest);
  fillTerm(filling);
  fillText(filling);
  fillStatedReason(filling);
  fillNames(filling);
  fillMarks(filling);
  fillSeparateReason(filling);
  fillTimes(filling, today);
  fillChoices(filling);
  fillCalled(filling);
  fillProper(filling);
  fillTopic(filling);
  fillLeftReason(filling);
  fillImplied(filling);
  return filling;
};

const leftOf = (filling: Filling): readonly string[] =>
  filling.analysis.tokens.flatMap(({ raw }, at) => (filling.used.has(at) || isPlain(filling, at) ? [] : [raw]));

/** Lines behind the first one are a document or a list where they look like it. */
const partsOf = (text: string): { readonly head: string; readonly rest: string | undefined } => {
  const line = text.indexOf('\n');
  const isList = line >= 0 && /^[ \t]*(?:[\w"']{1,40}:|[{[]|```|---|[^\n=]{1,60}=)/.test(text.slice(line + 1));
  const head = (isList ? text.slice(0, line) : text).slice(0, LONGEST);
  return { head, rest: isList ? text.slice(line + 1) : undefined };
};

/** What says nothing of the wish: a text to translate, a reason. */
const skippedOf = ({ tokens, words, kinds }: Analysis, { phrases }: Language): ReadonlySet<number> => {
  const skipped = new Set<number>();
  const colon = tokens.findIndex(
    ({ raw }, at) =>
      raw === ':' &&
      at < 25 &&
      tokens.slice(0, at).some((_, before) => kinds[before]?.has('language') || words[before] === 'translate'),
  );
  if (colon >= 0) for (let at = colon + 1; at < tokens.length; at += 1) skipped.add(at);
  for (const [at, word] of words.entries()) {
    if (!phrases.words.because.includes(word) || tokens[at]?.kind !== 'word' || at === 0) continue;
    for (
      let next = at + 1;
      next < tokens.length && !['.', '!', '?', ',', ';'].includes(tokens[next]?.raw ?? '');
      next += 1
    )
      skipped.add(next);
  }
  return skipped;
};

/** An intent that takes something away is meant only where one of its words was used, and not denied. */
const isAllowed = ({ command }: Intent, { words, tokens }: Analysis, { phrases }: Language): boolean => {
  const only = phrases.only.get(command);
  if (!only) return true;
  return only.some((said) => {
    const parts = said.split(' ');
    return words.some(
      (_, at) =>
        tokens[at]?.kind === 'word' &&
        parts.every((part, next) => words[at + next] === part) &&
        !words.slice(Math.max(0, at - 2), at).some((word) => word === 'not' || word === 'never'),
    );
  });
};

const explainedWords = ({ examples, same }: Language): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>();
  for (const { intent, parts } of examples) {
    const words = all.get(intent) ?? new Set();
    for (const part of parts) if (typeof part !== 'string') words.add(same.get(part.word) ?? part.word);
    all.set(intent, words);
  }
  return all;
};
