import type { Block, Document, Part } from './document.ts';

export const blocksOf = (document: Document): readonly Block[] =>
  document.pieces.filter((piece) => typeof piece !== 'string');

/** The same document with other blocks in its blocks' places. @throws Error for another number of them */
export const withBlocks = (document: Document, blocks: readonly Block[]): Document => {
  const left = [...blocks];
  const pieces = document.pieces.map((piece) => (typeof piece === 'string' ? piece : left.shift()));
  if (left.length > 0 || !pieces.every((piece) => piece !== undefined)) throw new Error('a block for each block');
  return { ...document, pieces };
};

/** As a person reads it. */
export const plainOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return plainOf(part.parts);
      if (part.is === 'kept') return part.shown;
      return part.is === 'text' ? part.text : part.phrase;
    })
    .join('');

/** What is there to be translated, and nothing else: what a language is told by. */
export const wordsOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return wordsOf(part.parts);
      if (part.is === 'kept') return ' ';
      return part.is === 'text' ? part.text : part.phrase;
    })
    .join('');

const LETTER = /\p{L}/u;

/** False for what is the same in every language: numbers, emoji, addresses, code. */
export const hasWords = ({ parts }: Pick<Block, 'parts'>): boolean => LETTER.test(wordsOf(parts));
