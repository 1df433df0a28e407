import { cut } from '#platform/lib/text.ts';
import { sameLanguage } from '../languages/names.ts';
import { type Block, wordsOf } from '../message/document.ts';
import type { Source } from '../translation.ts';
import type { Run } from './context.ts';
import { segmentsOf, withTerms } from './plan.ts';
import type { SegmentResponse } from './response-store.ts';

/** The probable language of a text, detected without the translator. */
export interface LocalGuess {
  /** An ISO 639-1 code, with the script if a language has two. */
  readonly language: string;
  /** Certain enough to leave the text untranslated for a reader of that language. */
  readonly sure: boolean;
}

/** Languages that the detector confuses with similar ones that it does not know (Indonesian, Bosnian, Nynorsk, …). */
const LIKE_OTHERS: ReadonlySet<string> = new Set(['ms', 'hr', 'no', 'tl', 'fa', 'az', 'ku']);
/** Languages with two scripts whose codes do not name one. */
const IN_TWO_SCRIPTS: ReadonlySet<string> = new Set(['zh', 'sr']);
const WORD = /\p{L}+/gu;
/** Scripts in which a character means as much as a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The fewest words for a detection: names and single words are the same in many languages. */
const FEWEST_WORDS = 4;
const FEWEST_LETTERS = 16;
const FEWEST_DENSE = 6;
/** The least lead of the best guess over the second. */
const MARGIN = 0.025;

/** The detector of languages. Loading takes half a second: a first translation that waits for it is too late for its dialog. */
export const loadDetector = () => import('eld/extrasmall');

/** Undefined without evidence. */
export const guessLanguage = async (text: string): Promise<LocalGuess | undefined> => {
  const { eld } = await loadDetector();
  const result = eld.detect(text);
  if (result.language === '') return undefined;
  const [first = 0, second = 0] = Object.values(result.getScores());
  const alone = !LIKE_OTHERS.has(result.language) && !IN_TWO_SCRIPTS.has(result.language);
  return {
    language: result.language,
    sure: alone && isEnough(text) && first - second >= MARGIN && result.isReliable(),
  };
};

const isEnough = (text: string): boolean => {
  const words = text.match(WORD) ?? [];
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  return (
    (words.length >= FEWEST_WORDS && letters >= FEWEST_LETTERS) || (text.match(DENSE) ?? []).length >= FEWEST_DENSE
  );
};

/** The certain language of most of the message: the rest is probably in it too. */
export const mainLanguage = (
  blocks: readonly Block[],
  guesses: readonly (LocalGuess | undefined)[],
): string | undefined => {
  const letters = new Map<string, number>();
  for (const [index, { parts }] of blocks.entries()) {
    const guess = guesses[index];
    if (guess?.sure) letters.set(guess.language, (letters.get(guess.language) ?? 0) + wordsOf(parts).length);
  }
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0];
};

type Detected = SegmentResponse['detected'];

/** The assumed language of a block. */
export interface Evidence {
  readonly language: string;
  /** The vendor's score, if it was used. */
  readonly score?: number;
  /** The vendor was not sure, and nothing else confirms it. */
  readonly doubtful: boolean;
}

/**
 * @param suggested other evidence: the person's choice, or the certain language of the rest of the message
 * @returns undefined without evidence
 */
export const weigh = (
  detected: Detected,
  guess: LocalGuess | undefined,
  suggested: string | undefined,
  lowScore: number,
): Evidence | undefined => {
  const sure = guess?.sure ? guess.language : undefined;
  if (!detected) return sure === undefined ? undefined : { language: sure, doubtful: false };
  const { language, score } = detected;
  if (score >= lowScore) return { language, score, doubtful: false };
  const confirmed = [sure, suggested].some((word) => word !== undefined && sameLanguage(word, language));
  return confirmed ? { language, doubtful: false } : { language, score, doubtful: true };
};

/** A block's evidence and its share of the message, in characters. */
export interface Weighed {
  readonly evidence: Evidence;
  readonly letters: number;
}

/** The most frequent language first; scores are averaged, weighted by characters. */
export const sourcesOf = (weighed: readonly Weighed[]): readonly Source[] =>
  [...Map.groupBy(weighed, ({ evidence }) => evidence.language)]
    .map(([language, blocks]) => ({
      language,
      letters: lettersOf(blocks),
      blocks: blocks.length,
      ...meanScore(blocks),
    }))
    .sort((a, b) => b.letters - a.letters)
    .map(({ letters: _, ...source }) => source);

/** A few uncertain words among many certain ones are no reason to ask. */
export const isDoubtful = (weighed: readonly Weighed[]): boolean =>
  lettersOf(weighed.filter(({ evidence }) => evidence.doubtful)) * 2 > lettersOf(weighed);

const lettersOf = (weighed: readonly Weighed[]): number => weighed.reduce((sum, { letters }) => sum + letters, 0);

const meanScore = (weighed: readonly Weighed[]): { readonly score?: number } => {
  const scored = weighed.filter(({ evidence }) => evidence.score !== undefined);
  if (scored.length === 0) return {};
  const sum = scored.reduce((total, { evidence, letters }) => total + (evidence.score ?? 0) * letters, 0);
  return { score: sum / lettersOf(scored) };
};

/** The characters needed to detect a language; the vendor has no operation for detection only (docs/sources.md, Translator). */
const SAMPLE = 200;

/**
 * The translator's detection for blocks with possible glossary terms whose language is uncertain: the dictionary needs the
 * language (docs/sources.md, Translator). It translates the beginning of each block into one language.
 */
export const sampleLanguages = async (
  run: Run,
  blocks: readonly Block[],
  guesses: readonly (LocalGuess | undefined)[],
  suggestedFrom: string | undefined,
  trusting: boolean,
): Promise<ReadonlyMap<Block, Detected>> => {
  const { order, translator, writing } = run;
  const [target] = order.to;
  if (order.from !== undefined || target === undefined) return new Map();
  const to = { language: target.language };
  const samples = [];
  for (const [index, block] of blocks.entries()) {
    if ((guesses[index]?.sure && trusting) || !(await mayHoldTerm(run, block))) continue;
    const body: Block = { role: block.role, parts: [{ is: 'text', text: cut(wordsOf(block.parts), SAMPLE) }] };
    samples.push({ block, segments: segmentsOf(body, [to], undefined, writing) });
  }
  if (samples.length === 0) return new Map();
  const translated = await translator.ask(
    samples.flatMap(({ segments }) => segments),
    suggestedFrom,
  );
  return new Map(
    samples.map(({ block, segments: [first] }) => {
      const [part] = first ? translated(first, to) : [];
      return [block, part?.response?.detected] as const;
    }),
  );
};

const mayHoldTerm = async ({ order, asker, deps }: Run, block: Block): Promise<boolean> => {
  for (const { language } of order.to) {
    if (withTerms(block, await deps.terms(asker, undefined, language)) !== block) return true;
  }
  return false;
};
