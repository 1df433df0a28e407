/** A message as the chat brought it. */
export interface Message {
  readonly kind: 'html' | 'text';
  readonly content: string;
}

/** What people wrote, decoded and without markup. */
export interface TextPart {
  readonly is: 'text';
  readonly text: string;
  /** As it stands in the message, where that is not how we would write it (another spelling of an entity). */
  readonly source?: string;
}

/** What no translator may change: it comes back exactly once and byte for byte, or the block stays in the original. */
export interface ProtectedPart {
  readonly is: 'kept';
  readonly what: 'code' | 'link' | 'mention' | 'emoji' | 'number' | 'picture' | 'other';
  /** As it stands in the message. */
  readonly source: string;
  /** As a person reads it. */
  readonly shown: string;
  /** Where it leads, for a link. */
  readonly url?: string;
}

/** A phrase whose translation the glossary knows. */
export interface TermPart {
  readonly is: 'term';
  readonly phrase: string;
  readonly translation: string;
}

/** Formatting around parts, the text of a link included: the tags are kept, what stands between them is translated. */
export interface MarkPart {
  readonly is: 'mark';
  /** The tags as they stand in the message. */
  readonly open: string;
  readonly close: string;
  readonly style: 'bold' | 'italic' | 'underline' | 'strike' | 'link' | 'other';
  readonly url?: string;
  readonly parts: readonly Part[];
  /** In a piece of a block: it began in the piece before, goes on in the one after, or both. */
  readonly cut?: 'before' | 'after' | 'both';
}

export type Part = TextPart | ProtectedPart | TermPart | MarkPart;

/** One paragraph, heading, list item, quoted line or table cell: what is detected, sent and checked by itself. */
export interface Block {
  readonly role: 'paragraph' | 'heading' | 'item' | 'quote' | 'cell';
  readonly parts: readonly Part[];
}

/** A message taken apart: its blocks, and between them what is never sent (the tags of blocks, code blocks, table borders). */
export interface Document {
  readonly kind: Message['kind'];
  readonly pieces: readonly (string | Block)[];
}

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
