import { createAskTranslator } from './ask-translator.ts';
import { seeLanguage } from './detect.ts';
import { inDoubt, sourcesOf, type Weighed } from './evidence.ts';
import { TranslationFault, tooManyTexts } from './faults.ts';
import { blocksOf, hasWords, wordsOf } from './message/blocks.ts';
import { readMessage } from './message/read-message.ts';
import type { Asker, Order, Outcome } from './order.ts';
import { dividePiece, type Piece } from './plan.ts';
import { readTarget } from './read-target.ts';
import { translateBlocks } from './translate-blocks.ts';
import type { TranslateDeps } from './translate-deps.ts';

/**
 * A message in other languages.
 * @throws TranslationFault, whose `next` says what the job does: park until a moment, ask the person for a field, stop
 * @throws AppError of the meter when a budget does not hold it
 */
export const translate = async (order: Order, asker: Asker, deps: TranslateDeps): Promise<Outcome> => {
  const document = readMessage(order.message);
  const blocks = blocksOf(document);
  const worded = blocks.filter(hasWords);
  if (worded.length * order.to.length > deps.mostTexts) throw tooManyTexts(deps.mostTexts);
  const chargedBefore = await deps.meter.charged();
  const writing = { profile: deps.profile, curious: order.curious };
  const translator = createAskTranslator<Piece>(order, asker, deps, (piece) => dividePiece(piece, writing));
  const work = { order, asker, deps, writing, translator };

  const seen =
    order.from === undefined ? await Promise.all(worded.map(({ parts }) => seeLanguage(wordsOf(parts)))) : [];
  const translated = await translateBlocks(work, worded, seen, true).catch((error: unknown) => {
    // The translator may not know a language that we took a block to be in: then it finds out by itself.
    if (isAboutLanguage(error) && seen.some((each) => each?.sure)) return translateBlocks(work, worded, seen, false);
    throw error;
  });
  // What it was charged for in an earlier run is no gift of the cache.
  if (chargedBefore === 0) await deps.meter.saved(translator.saved(), asker);

  const weighed = translated.flatMap(({ block, evidence }): Weighed[] =>
    evidence ? [{ evidence, letters: wordsOf(block.parts).length }] : [],
  );
  const byBlock = new Map(translated.map((each) => [each.block, each]));
  return {
    sources: sourcesOf(weighed),
    doubtful: inDoubt(weighed),
    targets: order.to.map((target) => readTarget(target, document, blocks, byBlock)),
    charged: await deps.meter.charged(),
  };
};

const isAboutLanguage = (error: unknown): boolean =>
  error instanceof TranslationFault && error.next.is === 'ask' && ['from', 'to'].includes(error.next.field);
