import { applyTerms } from '../glossary/apply-terms.ts';
import { joinParts } from '../message/cut-block.ts';
import { type Block, blocksOf, type Document, hasWords, type Part, withBlocks, wordsOf } from '../message/document.ts';
import { readPlain } from '../message/plain-block.ts';
import { readBlock } from '../message/read-block.ts';
import { readMessage } from '../message/read-message.ts';
import { toText } from '../message/to-text.ts';
import type { AlignedText, Asker, Order, Outcome, Target, TargetOutcome } from '../translation.ts';
import { createAskTranslator } from './ask.ts';
import type { KnownText, TranslateDeps, Work } from './context.ts';
import {
  type Evidence,
  inDoubt,
  type Seen,
  sameLanguage,
  sampleLanguages,
  seeLanguage,
  sourcesOf,
  usualScript,
  type Weighed,
  weigh,
} from './evidence.ts';
import { TranslationFault, tooManyTexts } from './faults.ts';
import { type Course, coursesOf, dividePiece, fits, holdsTerm, type Piece, withoutTerms } from './plan.ts';
import type { Answer } from './send.ts';

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

/** A block on its way to the translator. */
export interface Way {
  readonly block: Block;
  /** What it is surely in: for that language it is not sent. */
  readonly language: string | undefined;
  /** What the translator is told that it is in, where it must be told: terms need it. */
  readonly from: string | undefined;
  /** It is told so in any case. */
  readonly named: boolean;
}

/** By block, then by language: what the pieces were answered, in their order; nothing for a language that it is in. */
export type Round = ReadonlyMap<Way, ReadonlyMap<Target, readonly Answer<Piece>[]>>;

/** Blocks to all languages of the order, as many texts and languages together as the limits and the terms allow. */
export const sendRound = async (
  work: Work,
  ways: readonly Way[],
  suggestedFrom: string | undefined,
  progress: TranslateDeps['progress'],
): Promise<Round> => {
  const courses = new Map<Way, readonly Course[]>();
  for (const way of ways) courses.set(way, await coursesFor(work, way));
  const pieces = [...courses.values()].flat().flatMap((course) => course.pieces.filter(fits));
  const answered = await work.translator.ask(pieces, suggestedFrom, progress);

  const answersOf = ({ pieces }: Course, target: Target): readonly Answer<Piece>[] =>
    pieces.flatMap((piece) => answered.get(piece)?.get(target) ?? [{ piece, known: undefined }]);

  return new Map(
    [...courses].map(([way, own]) => [
      way,
      new Map(own.flatMap((course) => course.to.map((target) => [target, answersOf(course, target)] as const))),
    ]),
  );
};

/** Written in the language of its reader already; another script than the usual one is something to do all the same. */
export const isIn = (language: string, target: Target): boolean =>
  sameLanguage(language, target.language) &&
  (target.script === undefined || target.script === usualScript(target.language));

/** Languages in which the glossary says nothing, or the same, go together. */
const coursesFor = async ({ order, asker, deps, writing }: Work, way: Way): Promise<readonly Course[]> => {
  const { block, language, from, named } = way;
  const bodies = new Map<string, { readonly body: Block; readonly to: Target[] }>();
  for (const target of order.to) {
    if (language !== undefined && isIn(language, target)) continue;
    const terms = from === undefined ? [] : await deps.terms(asker, from, target.language);
    const parts = applyTerms(block.parts, terms);
    const body = holdsTerm(parts) ? { ...block, parts } : block;
    const key = body === block ? '' : JSON.stringify(parts);
    const alike = bodies.get(key) ?? { body, to: [] };
    alike.to.push(target);
    bodies.set(key, alike);
  }
  return [...bodies.values()].flatMap(({ body, to }) =>
    coursesOf(body, to, named || body !== block ? from : undefined, writing),
  );
};

/** One language of an order: the message with every block translated whose answer keeps the law, the others as they were. */
export const readTarget = (
  target: Target,
  document: Document,
  blocks: readonly Block[],
  translated: ReadonlyMap<Block, Translated>,
): TargetOutcome => {
  const read = blocks.map((block) => readOne(block, target, translated.get(block)));
  const answers = read.flatMap((one) => one.answers);
  const aligned = answers.flatMap(alignedText);
  return {
    target,
    document: withBlocks(
      document,
      read.map(({ body }) => body),
    ),
    untouched: read.filter(({ broken }) => broken).length,
    ...(answers.some(({ known }) => known?.transliteration !== undefined)
      ? {
          transliterated: toText(
            withBlocks(
              document,
              read.map(({ transliterated }) => transliterated),
            ),
          ),
        }
      : {}),
    ...(aligned.length === 0 ? {} : { aligned }),
    custom: answers.some(({ known }) => known?.custom),
  };
};

interface ReadBlock {
  readonly body: Block;
  readonly transliterated: Block;
  readonly broken: boolean;
  readonly answers: readonly Answer<Piece>[];
}

const readOne = (block: Block, target: Target, translated: Translated | undefined): ReadBlock => {
  const answers = translated?.answers.get(target) ?? [];
  const { evidence } = translated ?? {};
  const there = evidence !== undefined && !evidence.doubtful && isIn(evidence.language, target);
  if (answers.length === 0 || there) return { body: block, transliterated: block, broken: false, answers: [] };

  const pieces = answers.map(({ piece, known }) => ({ piece, read: readPiece(piece, known?.text), known }));
  const original = (piece: Piece): readonly Part[] =>
    pieces.length === 1 ? block.parts : withoutTerms(piece.body.parts);
  const spelt = (piece: Piece, { transliteration }: KnownText): readonly Part[] | undefined =>
    transliteration === undefined ? undefined : readPiece(piece, transliteration);
  const bodyOf = (parts: readonly (readonly Part[])[]): Block => ({ ...block, parts: joinParts(parts) });
  return {
    body: bodyOf(pieces.map(({ piece, read }) => read ?? original(piece))),
    transliterated: bodyOf(
      pieces.map(({ piece, read, known }) => (known && spelt(piece, known)) ?? read ?? original(piece)),
    ),
    broken: pieces.some(({ read }) => read === undefined),
    answers,
  };
};

const readPiece = ({ textType, body }: Piece, text: string | undefined): readonly Part[] | undefined => {
  if (text === undefined) return undefined;
  return textType === 'html' ? readBlock(body, text) : readPlain(body, text);
};

const alignedText = ({ piece, known }: Answer<Piece>): readonly AlignedText[] => {
  if (known === undefined || (known.words === undefined && known.sourceSentences === undefined)) return [];
  const { text: target, words = [], sourceSentences = [], targetSentences = [] } = known;
  return [{ source: piece.written, target, words, sourceSentences, targetSentences }];
};
