import type { Answer } from './deliver.ts';
import type { Seen } from './detect.ts';
import { type Evidence, weigh } from './evidence.ts';
import { wordsOf } from './message/blocks.ts';
import type { Block } from './message/document.ts';
import type { Target } from './order.ts';
import type { Piece } from './plan.ts';
import { sampleLanguages } from './sample-languages.ts';
import { type Round, sendRound, type Way } from './send-round.ts';
import type { Work } from './work.ts';

/** A block, what it is taken to be in, and by language what its pieces were answered, in their order. */
export interface Translated {
  readonly block: Block;
  /** Undefined where nothing tells. */
  readonly evidence: Evidence | undefined;
  /** Nothing for a language that it is in already. */
  readonly answers: ReadonlyMap<Target, readonly Answer<Piece>[]>;
}

/**
 * Each block in each language that it is not in already; where the translator is in doubt and the person has said what to
 * take the message for, such a block goes once more, as that.
 * @param blocks those with words
 * @param seen what each block tells by itself
 * @param guessing whether the translator is told what we are sure of, where it has to be told something
 */
export const translateBlocks = async (
  work: Work,
  blocks: readonly Block[],
  seen: readonly (Seen | undefined)[],
  guessing: boolean,
): Promise<readonly Translated[]> => {
  const { order, deps } = work;
  const suggested = order.suggestedFrom ?? (guessing ? mainLanguage(blocks, seen) : undefined);
  const sampled = await sampleLanguages(work, blocks, seen, suggested, guessing);
  const evidenceOf = (way: Way, index: number, detected = sampled.get(way.block)): Evidence | undefined =>
    way.named && way.from !== undefined
      ? { language: way.from, doubtful: false }
      : weigh(detected, seen[index], suggested, deps.settings.lowScore);

  const as = (block: Block, from: string): Way => ({ block, language: from, from, named: true });
  const unsettled = (block: Block, index: number): Way => {
    const own = seen[index]?.sure ? seen[index].language : undefined;
    const found = weigh(sampled.get(block), seen[index], suggested, deps.settings.lowScore);
    if (found?.doubtful && order.suggestedFrom !== undefined) return as(block, order.suggestedFrom);
    const language = own ?? (found?.doubtful ? undefined : found?.language);
    return { block, language, from: sampled.has(block) ? found?.language : guessing ? own : undefined, named: false };
  };

  const ways = blocks.map((block, index) =>
    order.from === undefined ? unsettled(block, index) : as(block, order.from),
  );
  const first = await sendRound(work, ways, suggested, deps.progress);
  const judged = ways.map((way, index) => ({ way, evidence: evidenceOf(way, index, detectedIn(first, way)) }));

  const { suggestedFrom } = order;
  const again = new Map(
    suggestedFrom === undefined
      ? []
      : judged.flatMap(({ way, evidence }) =>
          evidence?.doubtful ? [[way, as(way.block, suggestedFrom)] as const] : [],
        ),
  );
  const second = again.size === 0 ? first : await sendRound(work, [...again.values()], undefined, deps.progress);
  return judged.map(({ way, evidence }): Translated => {
    const other = again.get(way);
    if (other) return { block: way.block, evidence: evidenceOf(other, -1), answers: second.get(other) ?? new Map() };
    return { block: way.block, evidence, answers: first.get(way) ?? new Map() };
  });
};

/** What the translator says of the first of its pieces that it says something of. */
const detectedIn = (round: Round, way: Way) =>
  [...(round.get(way)?.values() ?? [])].flat().find(({ known }) => known?.detected)?.known?.detected;

/** What most of the message is surely in: the rest is likely to be in it too. */
const mainLanguage = (blocks: readonly Block[], seen: readonly (Seen | undefined)[]): string | undefined => {
  const letters = new Map<string, number>();
  for (const [index, { parts }] of blocks.entries()) {
    const own = seen[index];
    if (own?.sure) letters.set(own.language, (letters.get(own.language) ?? 0) + wordsOf(parts).length);
  }
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0];
};
