import { type CooperativeWork, mapCooperatively } from '#platform/lib/cooperative-work.ts';
import type { Analysis, Language } from './analysis.ts';
import { createClassifier, type Score, trainClassifier, type Weights } from './classifier.ts';
import { range } from './extraction.ts';
import { featuresOf, featuresOfPhrase } from './features.ts';
import type { ReadPhrase } from './phrase-tokens.ts';
import { isIn, segmentsOf } from './segments.ts';

/** How likely each intent is. */
interface Ranking {
  /** The likeliest first. */
  readonly scores: readonly Score[];
  /** The sentence that asks for an intent, of several; undefined where there is one. */
  sentenceOf(intent: string): number | undefined;
}

export type Ranker = (analysis: Analysis) => Ranking;

/** How much the likeliest of several sentences counts beside all of them. */
const SENTENCE = 0.3;
/** Of more sentences the whole tells as much. */
const MOST_SENTENCES = 5;

/** What the examples teach of which intent is meant. */
export function* trainRanker(examples: readonly ReadPhrase[], language: Language): CooperativeWork<Weights> {
  return yield* trainClassifier(
    yield* mapCooperatively(examples, (example) => ({
      intent: example.intent,
      features: featuresOfPhrase(example, language),
    })),
  );
}

/** Ranks the intents of a text: the wish may be in one of several sentences, so the best of them counts beside the whole. */
export const createRanker = (language: Language, weights: Weights): Ranker => {
  const classifier = createClassifier(weights);
  return (analysis) => {
    const skipped = skippedOf(analysis, language);
    const rank = (without: ReadonlySet<number>) => classifier.rank(featuresOf(analysis, language, without));
    const whole = rank(skipped);
    const sentences = [...Map.groupBy(segmentsOf(analysis), ({ sentence }) => sentence)];
    if (sentences.length < 2 || sentences.length > MOST_SENTENCES)
      return { scores: whole, sentenceOf: () => undefined };
    const parts = sentences.map(([sentence, own]) => {
      const others = range(0, analysis.tokens.length).filter((at) => !own.some((one) => isIn(one, at)));
      const scores = rank(new Set([...skipped, ...others]));
      return { sentence, scores: new Map(scores.map(({ intent, score }) => [intent, score])) };
    });
    const bestOf = (intent: string) =>
      parts
        .map(({ sentence, scores }) => ({ sentence, score: scores.get(intent) ?? 0 }))
        .reduce((best, one) => (one.score > best.score ? one : best));
    return {
      scores: whole
        .map(({ intent, score }) => ({ intent, score: (1 - SENTENCE) * score + SENTENCE * bestOf(intent).score }))
        .sort((a, b) => b.score - a.score),
      sentenceOf: (intent) => bestOf(intent).sentence,
    };
  };
};

/** What says nothing of the wish: a text to translate, a reason. */
const skippedOf = ({ tokens, words, kinds }: Analysis, { phrases }: Language): ReadonlySet<number> => {
  const skipped = new Set<number>();
  const colon = tokens.findIndex(
    ({ raw }, at) =>
      raw === ':' &&
      at < 25 &&
      tokens
        .slice(0, at)
        .some((_, before) => kinds[before]?.has('language') || phrases.words.aboutText.includes(words[before] ?? '')),
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
