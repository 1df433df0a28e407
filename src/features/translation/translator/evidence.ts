import { createLru } from '../../../lib/lru.ts';
import { cut } from '../../../lib/text.ts';
import { applyTerms } from '../glossary/apply-terms.ts';
import { type Block, wordsOf } from '../message/document.ts';
import type { Source } from '../translation.ts';
import type { KnownText, Work } from './context.ts';
import { coursesOf, holdsTerm } from './plan.ts';

/** What a text tells of its language without asking anybody. */
export interface Seen {
  /** A code of ISO 639-1, with the script where a language has two. */
  readonly language: string;
  /** Certain enough to leave the text as it is for a reader of that language. */
  readonly sure: boolean;
}

/** Beside these live languages that the detector does not know and takes for them (Indonesian, Bosnian, Nynorsk, …). */
const LIKE_OTHERS: ReadonlySet<string> = new Set(['ms', 'hr', 'no', 'tl', 'fa', 'az', 'ku']);
/** Languages whose codes here say no script, though each is written in two. */
const IN_TWO_SCRIPTS: ReadonlySet<string> = new Set(['zh', 'sr']);
const WORD = /\p{L}+/gu;
/** A letter of these says as much as a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Names and a word or two are the same in many languages. */
const FEWEST_WORDS = 4;
const FEWEST_LETTERS = 16;
const FEWEST_DENSE = 6;
/** By so much the best guess must beat the second. */
const MARGIN = 0.025;

/** The language that a text seems to be in; undefined when nothing tells. The detector is loaded at first use. */
export const seeLanguage = async (text: string): Promise<Seen | undefined> => {
  const { eld } = await import('eld/extrasmall');
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

/** True when what is written in one needs no translation for a reader of the other: language, usual script and region agree. */
export const sameLanguage = (one: string, other: string): boolean =>
  one === other || likely(one).tag === likely(other).tag;

/** The script that a language is written in where nothing is said. */
export const usualScript = (language: string): string | undefined => likely(language).script;

interface Likely {
  /** The whole code, with script and region. */
  readonly tag: string;
  readonly script: string | undefined;
}

/** There are few codes, and each is asked for with each block and each language. */
const recent = createLru<Likely>(500);

const likely = (code: string): Likely => recent(code, () => maximised(code));

const maximised = (code: string): Likely => {
  try {
    const locale = new Intl.Locale(code).maximize();
    return { tag: locale.toString(), script: locale.script };
  } catch {
    return { tag: code.toLowerCase(), script: undefined };
  }
};

/** The language that a block is taken to be in. */
export interface Evidence {
  readonly language: string;
  /** The vendor's, where it counted. */
  readonly score?: number;
  /** The vendor was not sure, and nothing else says the same. */
  readonly doubtful: boolean;
}

/**
 * @param suggested what else speaks for a language: the person's word, or that the rest of the message is surely in it
 * @returns undefined where nothing tells
 */
export const weigh = (
  detected: KnownText['detected'],
  seen: Seen | undefined,
  suggested: string | undefined,
  lowScore: number,
): Evidence | undefined => {
  const sure = seen?.sure ? seen.language : undefined;
  if (!detected) return sure === undefined ? undefined : { language: sure, doubtful: false };
  const { language, score } = detected;
  if (score >= lowScore) return { language, score, doubtful: false };
  const confirmed = [sure, suggested].some((word) => word !== undefined && sameLanguage(word, language));
  return confirmed ? { language, doubtful: false } : { language, score, doubtful: true };
};

/** A block's evidence and how much of the message it is, in letters. */
export interface Weighed {
  readonly evidence: Evidence;
  readonly letters: number;
}

/** The most frequent language first; of scores the mean by letters. */
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

/** A word or two among much that is sure are no reason to ask. */
export const inDoubt = (weighed: readonly Weighed[]): boolean =>
  lettersOf(weighed.filter(({ evidence }) => evidence.doubtful)) * 2 > lettersOf(weighed);

const lettersOf = (weighed: readonly Weighed[]): number => weighed.reduce((sum, { letters }) => sum + letters, 0);

const meanScore = (weighed: readonly Weighed[]): { readonly score?: number } => {
  const scored = weighed.filter(({ evidence }) => evidence.score !== undefined);
  if (scored.length === 0) return {};
  const sum = scored.reduce((total, { evidence, letters }) => total + (evidence.score ?? 0) * letters, 0);
  return { score: sum / lettersOf(scored) };
};

type Detected = KnownText['detected'];

/** So many letters tell a language; the vendor has nothing that only detects (document 3, Endpoints). */
const SAMPLE = 200;

/**
 * What the translator takes those blocks to be in that terms of the glossary may occur in, and of which we are not sure
 * ourselves: the dictionary needs the language (document 3, rule 3). Asked with the beginning of each, in one language.
 */
export const sampleLanguages = async (
  work: Work,
  blocks: readonly Block[],
  seen: readonly (Seen | undefined)[],
  suggestedFrom: string | undefined,
  guessing: boolean,
): Promise<ReadonlyMap<Block, Detected>> => {
  const { order, translator, writing } = work;
  const [target] = order.to;
  if (order.from !== undefined || target === undefined) return new Map();
  const samples = new Map<Block, ReturnType<typeof sampleOf>>();
  for (const [index, block] of blocks.entries()) {
    if ((seen[index]?.sure && guessing) || !(await mayHoldTerm(work, block))) continue;
    samples.set(block, sampleOf(block, target.language, writing));
  }
  const pieces = [...samples.values()].flat();
  if (pieces.length === 0) return new Map();
  const answered = await translator.ask(pieces, suggestedFrom);
  return new Map(
    [...samples].map(([block, [piece]]) => {
      const [answer] = piece ? [...(answered.get(piece)?.values() ?? [])].flat() : [];
      return [block, answer?.known?.detected] as const;
    }),
  );
};

const sampleOf = ({ role, parts }: Block, language: string, writing: Work['writing']) => {
  const sample: Block = { role, parts: [{ is: 'text', text: cut(wordsOf(parts), SAMPLE) }] };
  return coursesOf(sample, [{ language }], undefined, writing).flatMap(({ pieces }) => pieces);
};

const mayHoldTerm = async ({ order, asker, deps }: Work, { parts }: Block): Promise<boolean> => {
  for (const { language } of order.to) {
    if (holdsTerm(applyTerms(parts, await deps.terms(asker, undefined, language)))) return true;
  }
  return false;
};
