import { isReadIn } from '../languages/names.ts';
import { joinParts } from '../message/cut-block.ts';
import { type Block, blocksOf, type Document, hasWords, type Part, withBlocks, wordsOf } from '../message/document.ts';
import { toText } from '../message/outline.ts';
import { readBlock, readPlain } from '../message/read-block.ts';
import { readMessage } from '../message/read-message.ts';
import type { AlignedText, Asker, Order, Result, Target, TargetResult } from '../translation.ts';
import { createTranslator } from './ask.ts';
import type { Run, TranslateDeps } from './context.ts';
import {
  type Evidence,
  guessLanguage,
  isDoubtful,
  type LocalGuess,
  mainLanguage,
  sampleLanguages,
  sourcesOf,
  type Weighed,
  weigh,
} from './evidence.ts';
import { TranslationFault, tooManyTexts } from './faults.ts';
import { type BlockPlan, divideSegment, fits, planSegments, type Segment, withoutTerms } from './plan.ts';
import type { TranslatedSegment } from './send.ts';

/**
 * Translates a message.
 * @throws TranslationFault, whose `next` is the job's next step: park until a moment, ask the person for a field, or stop
 * @throws AppError of the meter when a budget is exceeded
 */
export const translate = async (order: Order, asker: Asker, deps: TranslateDeps): Promise<Result> => {
  const document = readMessage(order.message);
  const blocks = blocksOf(document);
  const worded = blocks.filter(hasWords);
  if (worded.length * order.to.length > deps.mostTexts) throw tooManyTexts(deps.mostTexts);
  const chargedBefore = await deps.meter.charged();
  const writing = { profile: deps.profile, alignment: order.alignment };
  const translator = createTranslator(order, asker, deps, (segment) => divideSegment(segment, writing));
  const run = { order, asker, deps, writing, translator };

  const guesses =
    order.from === undefined ? await Promise.all(worded.map(({ parts }) => guessLanguage(wordsOf(parts)))) : [];
  const translated = await translateBlocks(run, worded, guesses, true).catch((error: unknown) => {
    // The translator may not support the assumed language of a block: then it detects the language itself.
    if (isAboutLanguage(error) && guesses.some((guess) => guess?.sure))
      return translateBlocks(run, worded, guesses, false);
    throw error;
  });
  // Characters charged in an earlier run do not count as saved by the cache.
  if (chargedBefore === 0) await deps.meter.saved(translator.saved(), asker);

  const weighed = translated.flatMap(({ block, evidence }): Weighed[] =>
    evidence ? [{ evidence, letters: wordsOf(block.parts).length }] : [],
  );
  const byBlock = new Map(translated.map((each) => [each.block, each]));
  return {
    sources: sourcesOf(weighed),
    doubtful: isDoubtful(weighed),
    targets: order.to.map((target) => restoreTarget(target, document, blocks, byBlock)),
    charged: await deps.meter.charged(),
  };
};

const isAboutLanguage = (error: unknown): boolean =>
  error instanceof TranslationFault && error.next.is === 'ask' && ['from', 'to'].includes(error.next.field);

type ByTarget = ReadonlyMap<Target, readonly TranslatedSegment[]>;

/** A block, its assumed language, and its translated segments in order. */
interface TranslatedBlock {
  readonly block: Block;
  /** Undefined without evidence. */
  readonly evidence: Evidence | undefined;
  /** Empty for a language that it is already in. */
  readonly segments: ByTarget;
}

/**
 * Translates each block into each language that it is not in already. If the translator is uncertain and the person has
 * suggested a language, the block is sent again with that language.
 * @param blocks the blocks with words
 * @param guesses the evidence of each block
 * @param trusting whether certain guesses are sent to the translator if it needs a source language
 */
const translateBlocks = async (
  run: Run,
  blocks: readonly Block[],
  guesses: readonly (LocalGuess | undefined)[],
  trusting: boolean,
): Promise<readonly TranslatedBlock[]> => {
  const { order, deps } = run;
  const { from, suggestedFrom } = order;
  const suggested = suggestedFrom ?? (trusting ? mainLanguage(blocks, guesses) : undefined);
  const sampled = await sampleLanguages(run, blocks, guesses, suggested, trusting);
  const { lowScore } = deps.settings;

  const planOf = (block: Block, index: number): BlockPlan => {
    if (from !== undefined) return named(block, from);
    const guess = guesses[index];
    const sure = guess?.sure ? guess.language : undefined;
    const found = weigh(sampled.get(block), guess, suggested, lowScore);
    if (found?.doubtful && suggestedFrom !== undefined) return named(block, suggestedFrom);
    const language = sure ?? (found?.doubtful ? undefined : found?.language);
    return { block, language, from: sampled.has(block) ? found?.language : trusting ? sure : undefined, named: false };
  };

  const plans = blocks.map(planOf);
  const first = (await translatePlans(run, plans, suggested)).map(({ plan, segments }, index): TranslatedBlock => {
    const detected = detectedIn(segments) ?? sampled.get(plan.block);
    const evidence = plan.named ? sureOf(plan) : weigh(detected, guesses[index], suggested, lowScore);
    return { block: plan.block, evidence, segments };
  });
  if (suggestedFrom === undefined) return first;

  const doubtful = first.filter(({ evidence }) => evidence?.doubtful);
  if (doubtful.length === 0) return first;
  const again = await translatePlans(
    run,
    doubtful.map(({ block }) => named(block, suggestedFrom)),
    undefined,
  );
  const second = new Map(
    again.map(({ plan, segments }) => [plan.block, { block: plan.block, evidence: sureOf(plan), segments }]),
  );
  return first.map((each) => second.get(each.block) ?? each);
};

const named = (block: Block, from: string): BlockPlan => ({ block, language: from, from, named: true });

const sureOf = ({ from }: BlockPlan): Evidence | undefined =>
  from === undefined ? undefined : { language: from, doubtful: false };

/** The translator's detection for the first segment that has one. */
const detectedIn = (segments: ByTarget) =>
  [...segments.values()].flat().find(({ response }) => response?.detected)?.response?.detected;

/** Sends the blocks for all languages of the order, in as few requests as limits and terms allow. */
const translatePlans = async (
  run: Run,
  plans: readonly BlockPlan[],
  suggestedFrom: string | undefined,
): Promise<readonly { readonly plan: BlockPlan; readonly segments: ByTarget }[]> => {
  const planned: { readonly plan: BlockPlan; readonly segments: readonly Segment[] }[] = [];
  for (const plan of plans) planned.push({ plan, segments: await planSegments(run, plan) });
  const toSend = planned.flatMap(({ segments }) => segments.filter(fits));
  const translated = await run.translator.ask(toSend, suggestedFrom, run.deps.progress);
  return planned.map(({ plan, segments }) => {
    const byTarget = new Map<Target, TranslatedSegment[]>();
    for (const segment of segments)
      for (const target of segment.to)
        byTarget.set(target, [...(byTarget.get(target) ?? []), ...translated(segment, target)]);
    return { plan, segments: byTarget };
  });
};

/** The message in one language: blocks with a valid response are translated, the others unchanged. */
const restoreTarget = (
  target: Target,
  document: Document,
  blocks: readonly Block[],
  translated: ReadonlyMap<Block, TranslatedBlock>,
): TargetResult => {
  const restored = blocks.map((block) => restoreBlock(block, target, translated.get(block)));
  const segments = restored.flatMap((one) => one.segments);
  const aligned = segments.flatMap(alignedText);
  const documentOf = (which: 'body' | 'transliterated'): Document =>
    withBlocks(
      document,
      restored.map((one) => one[which]),
    );
  return {
    target,
    document: documentOf('body'),
    untouched: restored.filter(({ broken }) => broken).length,
    ...(segments.some(({ response }) => response?.transliteration !== undefined)
      ? { transliterated: toText(documentOf('transliterated')) }
      : {}),
    ...(aligned.length === 0 ? {} : { aligned }),
    custom: segments.some(({ response }) => response?.custom),
  };
};

interface RestoredBlock {
  readonly body: Block;
  readonly transliterated: Block;
  readonly broken: boolean;
  readonly segments: readonly TranslatedSegment[];
}

const restoreBlock = (block: Block, target: Target, translated: TranslatedBlock | undefined): RestoredBlock => {
  const segments = translated?.segments.get(target) ?? [];
  const { evidence } = translated ?? {};
  const readable = evidence !== undefined && !evidence.doubtful && isReadIn(evidence.language, target);
  if (segments.length === 0 || readable) return { body: block, transliterated: block, broken: false, segments: [] };

  const restored = segments.map(({ segment, response }) => {
    const parts = restoreSegment(segment, response?.text);
    const original = segments.length === 1 ? block.parts : withoutTerms(segment.body.parts);
    return { broken: !parts, parts: parts ?? original, spelt: restoreSegment(segment, response?.transliteration) };
  });
  const bodyOf = (parts: readonly (readonly Part[])[]): Block => ({
    ...block,
    parts: parts.length > 1 ? joinParts(parts) : parts.flat(),
  });
  return {
    body: bodyOf(restored.map(({ parts }) => parts)),
    transliterated: bodyOf(restored.map(({ parts, spelt }) => spelt ?? parts)),
    broken: restored.some(({ broken }) => broken),
    segments,
  };
};

const restoreSegment = ({ textType, body }: Segment, text: string | undefined): readonly Part[] | undefined => {
  if (text === undefined) return undefined;
  return textType === 'html' ? readBlock(body, text) : readPlain(body, text);
};

const alignedText = ({ segment, response }: TranslatedSegment): readonly AlignedText[] => {
  if (response === undefined || (response.words === undefined && response.sourceSentences === undefined)) return [];
  const { text: target, words = [], sourceSentences = [], targetSentences = [] } = response;
  return [{ source: segment.written, target, words, sourceSentences, targetSentences }];
};
