import { type Seen, sameLanguage } from './detect.ts';
import type { Source } from './order.ts';
import type { KnownText } from './translate-deps.ts';

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
