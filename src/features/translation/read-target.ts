import type { Answer } from './deliver.ts';
import { withBlocks } from './message/blocks.ts';
import type { Block, Document, Part } from './message/document.ts';
import { joinParts } from './message/join-parts.ts';
import { readPlain } from './message/plain-block.ts';
import { readBlock } from './message/read-block.ts';
import { toText } from './message/to-text.ts';
import type { AlignedText, Target, TargetOutcome } from './order.ts';
import { type Piece, withoutTerms } from './plan.ts';
import { isIn } from './send-round.ts';
import type { Translated } from './translate-blocks.ts';
import type { KnownText } from './translate-deps.ts';

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
