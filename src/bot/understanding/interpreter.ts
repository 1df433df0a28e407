import { type Analysis, analyse } from './analysis.ts';
import type { Score } from './classifier.ts';
import { type Extraction, isPlain, range } from './extraction.ts';
import { fillMarks } from './fill-marks.ts';
import { fillChoices, fillImplied, fillNames, named } from './fill-names.ts';
import { fillCalled, fillProper, fillQuoted } from './fill-proper.ts';
import { fillLeftReason, fillSeparateReason, fillStatedReason } from './fill-reason.ts';
import { fillSchedule } from './fill-schedule.ts';
import { fillTerm } from './fill-term.ts';
import { fillLines, fillText, fillTopic } from './fill-text.ts';
import { fillTimes } from './fill-times.ts';
import type { Intent } from './intent.ts';
import type { Explained, Learned } from './learning.ts';
import { hasExplicitWord, marksIn } from './order-words.ts';
import { permits } from './permission.ts';
import { type Rated, rankReadings, STRANGE, type Understood } from './rank-readings.ts';
import { toReading } from './reading.ts';
import { isIn, segmentsOf } from './segments.ts';
import type { Today } from './time-span.ts';
import type { Name, Vocabulary } from './vocabulary.ts';

interface Situation {
  readonly vocabulary: Vocabulary;
  readonly today: Today;
  /** Keys of the people whom the marks in the text stand for. */
  readonly people: readonly string[];
  /** The command that the text is in the command's own grammar, so that only its arguments are read. */
  readonly typed?: string | undefined;
}

export interface Interpreter {
  read(text: string, situation: Situation): Understood;
}

/** Longer texts are read up to here; what a reason or a text to translate takes goes on to the end. */
const LONGEST = 1_000;
const CANDIDATES = 6;
const ASIDE = 0.5;
/** The same of an address, an image or a reference. */
const MARK_ASIDE = 1.5;
/** A text that begins with a command's name means it rather than another. */
const BEGINS = 1;
const TYPED = 10;

export const createInterpreter = (
  { language, rank, explained }: Learned,
  intents: readonly Intent[],
  topics: readonly Name[],
): Interpreter => {
  const deeds = new Set(
    intents.flatMap(({ command, effect, takesAway, grave }) =>
      effect === 'acts' || takesAway || grave ? [command.split(' ')[0] ?? ''] : [],
    ),
  );
  const byCommand = new Map(intents.map((intent) => [intent.command, intent]));

  return {
    read(text, { vocabulary, today, people, typed }) {
      const { head, rest } = partsOf(text);
      const analysis = analyse(head, language, vocabulary, today);
      // A time alone, a number alone: nobody can tell what it is for.
      if (typed === undefined && isBare(analysis)) return { kind: 'none', readings: [] };
      const { scores, sentenceOf } = rank(analysis);
      const segments = segmentsOf(analysis);
      const phraseWords = language.phrases.words;
      const given = { ...analysis, segments, language, phraseWords, topics, rest, today, vocabulary, people, deeds };
      const marks = marksIn(analysis, phraseWords.guards);
      const readingsOf = (intent: Intent, score: number): readonly Rated[] => {
        const words = explained.get(intent.command) ?? UNEXPLAINED;
        const extraction = fill(intent, { ...given, ...words, wish: sentenceOf(intent.command) });
        const aside = unexplained(extraction);
        if (typed === undefined && !(isMeant(extraction, aside) && hasExplicitWord(extraction))) return [];
        const begins = head.toLowerCase().startsWith(intent.command) ? BEGINS : 0;
        const permission = typed === undefined ? permits(extraction, marks) : 'run';
        return [extraction, ...othersOf(extraction)].map((one) => ({
          score: score + begins - aside,
          reading: toReading(one, leftOf(extraction), permission),
        }));
      };
      if (typed !== undefined) {
        const intent = byCommand.get(typed);
        const [own] = intent ? readingsOf(intent, TYPED) : [];
        return own ? { kind: 'certain', readings: [own.reading] } : { kind: 'none', readings: [] };
      }
      const filled = scores.slice(0, CANDIDATES).flatMap(({ intent, score }) => {
        const found = byCommand.get(intent);
        return found ? readingsOf(found, score) : [];
      });
      const [talk] = talkOf(scores, byCommand, analysis);
      return rankReadings(
        filled.toSorted((a, b) => b.score - a.score),
        talk,
      );
    },
  };
};

/** Small talk leaves aside whatever is named. */
const talkOf = (
  scores: readonly Score[],
  intents: ReadonlyMap<string, Intent>,
  { names }: Analysis,
): readonly Score[] => {
  const named = names.filter(({ strength, names: [name] }) => strength > 1 && !name?.incidental).length;
  return scores
    .filter(({ intent }) => !intents.has(intent))
    .map(({ intent, score }) => ({ intent, score: intent === STRANGE ? score : score - ASIDE * named }))
    .toSorted((a, b) => b.score - a.score);
};

/**
 * What takes something away takes nothing but what was named, and what is guarded by words is of something, not only of a
 * reason; what needs a name is not meant without one.
 */
const isMeant = ({ intent, values, language, words }: Extraction, aside: number): boolean =>
  !(intent.takesAway && aside > 0) &&
  !(language.phrases.only.has(intent.command) && hasOnlyReason(values) && !saysAll(intent, words)) &&
  intent.takes.every((recognition) => !recognition.needed || values.has(recognition));

/** "Everything" names a place as well as its name does. */
const saysAll = ({ takes }: Intent, words: readonly string[]): boolean =>
  takes.some(({ also }) => words.some((word) => also?.has(word)));

const hasOnlyReason = (values: Extraction['values']): boolean =>
  values.size > 0 && [...values.keys()].every(({ by }) => by === 'reason');

/** The same with another name where several fit equally well. */
const othersOf = ({ intent, values, rivals }: Extraction): readonly Pick<Extraction, 'intent' | 'values'>[] =>
  [...rivals].flatMap(([recognition, names]) =>
    names.flatMap((name) =>
      values.get(recognition)?.means === name.key
        ? []
        : [{ intent, values: new Map(values).set(recognition, named(name)) }],
    ),
  );

const isBare = ({ tokens, times }: Analysis): boolean =>
  times.length > 0 && tokens.every((_, at) => times.some((span) => isIn(span, at)));

/** How much a reading leaves aside that is named in the text: each such thing makes it less likely. */
const unexplained = ({ names, tokens, times, used, segments }: Extraction): number => {
  const wishes = segments.filter(({ from, to }) => range(from, to).some((at) => used.has(at)));
  const isHere = (at: number): boolean => wishes.length === 0 || wishes.some((one) => isIn(one, at));
  // Of two names side by side one may only tell more of the other.
  const isBeside = (at: number): boolean => used.has(at) || used.has(at - 1) || used.has(at + 1);
  const left = names.filter(
    ({ strength, tokens: places, names: [name] }) =>
      strength > 1 && !name?.incidental && !places.some(isBeside) && places.every(isHere),
  );
  const words = new Set(left.flatMap(({ tokens: places }) => places));
  const marks = tokens.filter(
    ({ kind }, at) => (kind === 'email' || kind === 'path' || kind === 'code') && !used.has(at),
  );
  const moments = times.filter(
    ({ from, to, part }) =>
      part !== 'at' && !range(from, to).some((at) => used.has(at)) && range(from, to).every(isHere),
  );
  return ASIDE * (words.size + moments.length) + MARK_ASIDE * marks.length;
};

/** What does not depend on the argument. */
interface Given extends Omit<Extraction, 'intent' | 'used' | 'loose' | 'values' | 'rivals'> {
  readonly rest: string | undefined;
}

const fill = (intent: Intent, { rest, ...given }: Given): Extraction => {
  const extraction: Extraction = {
    ...given,
    intent,
    used: new Set(),
    loose: new Set(),
    values: new Map(),
    rivals: new Map(),
  };
  fillLines(extraction, rest);
  fillTerm(extraction);
  fillText(extraction);
  fillStatedReason(extraction);
  fillNames(extraction);
  fillMarks(extraction);
  fillSeparateReason(extraction);
  fillSchedule(extraction);
  fillTimes(extraction);
  fillQuoted(extraction);
  fillChoices(extraction);
  fillCalled(extraction);
  fillProper(extraction);
  fillTopic(extraction);
  fillLeftReason(extraction);
  fillImplied(extraction);
  return extraction;
};

const leftOf = (extraction: Extraction): readonly string[] =>
  extraction.tokens.flatMap(({ raw }, at) => (extraction.used.has(at) || isPlain(extraction, at) ? [] : [raw]));

/** Lines behind the first one are a document or a list where they look like it. */
const partsOf = (text: string): { readonly head: string; readonly rest: string | undefined } => {
  const line = text.indexOf('\n');
  const isList = line >= 0 && /^[ \t]*(?:[\w"']{1,40}:|[{[]|```|---|[^\n=]{1,60}=)/.test(text.slice(line + 1));
  const head = (isList ? text.slice(0, line) : text).slice(0, LONGEST);
  return { head, rest: isList ? text.slice(line + 1) : undefined };
};

const UNEXPLAINED: Explained = { explained: new Set(), explainedPairs: new Set() };
