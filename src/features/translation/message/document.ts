import { decodeHtml } from './html-tree.ts';
import { type Protected, protectedIn } from './protect.ts';

/** A message as received. */
export interface Message {
  readonly kind: 'html' | 'text';
  readonly content: string;
}

/** The written text, decoded and without markup. */
export interface TextPart {
  readonly is: 'text';
  readonly text: string;
  /** Its source in the message, if we would encode it differently (another spelling of an entity). */
  readonly source?: string;
}

/** A protected part: it must come back exactly once and byte for byte, or the block stays in the original. */
export interface ProtectedPart {
  readonly is: 'kept';
  readonly what: 'code' | 'link' | 'mention' | 'emoji' | 'number' | 'picture' | 'other';
  /** Its source in the message. */
  readonly source: string;
  /** Its visible text. */
  readonly shown: string;
  /** The address of a link. */
  readonly url?: string;
}

/** A phrase with a translation in the glossary. */
export interface TermPart {
  readonly is: 'term';
  readonly phrase: string;
  readonly translation: string;
}

/** Formatting around parts, also the text of a link: the tags are kept, the content is translated. */
export interface MarkPart {
  readonly is: 'mark';
  /** The tags' sources in the message. */
  readonly open: string;
  readonly close: string;
  readonly style: 'bold' | 'italic' | 'underline' | 'strike' | 'link' | 'other';
  readonly url?: string;
  readonly parts: readonly Part[];
  /** In a piece of a block: it began in the previous piece, continues in the next one, or both. */
  readonly cut?: 'before' | 'after' | 'both';
}

export type Part = TextPart | ProtectedPart | TermPart | MarkPart;

/** One paragraph, heading, list item, quoted line or table cell: detected, sent and checked by itself. */
export interface Block {
  readonly role: 'paragraph' | 'heading' | 'item' | 'quote' | 'cell';
  readonly parts: readonly Part[];
}

/** A parsed message: its blocks, and between them parts that are never sent (tags of blocks, code blocks, table borders). */
export interface Document {
  readonly kind: Message['kind'];
  readonly pieces: readonly (string | Block)[];
}

export const blocksOf = (document: Document): readonly Block[] =>
  document.pieces.filter((piece) => typeof piece !== 'string');

/** The same document with its blocks replaced. @throws Error for a different number of them */
export const withBlocks = (document: Document, blocks: readonly Block[]): Document => {
  const left = [...blocks];
  const pieces = document.pieces.map((piece) => (typeof piece === 'string' ? piece : left.shift()));
  if (left.length > 0 || !pieces.every((piece) => piece !== undefined)) throw new Error('a block for each block');
  return { ...document, pieces };
};

/** Its visible text. */
export const plainOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return plainOf(part.parts);
      if (part.is === 'kept') return part.shown;
      return part.is === 'text' ? part.text : part.phrase;
    })
    .join('');

/** Only the text to translate, for language detection. */
export const wordsOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return wordsOf(part.parts);
      if (part.is === 'kept') return ' ';
      return part.is === 'text' ? part.text : part.phrase;
    })
    .join('');

const LETTER = /\p{L}/u;

/** False for text that is the same in every language: numbers, emoji, addresses, code. */
export const hasWords = ({ parts }: Pick<Block, 'parts'>): boolean => LETTER.test(wordsOf(parts));

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>\u00a0]/g, (mark) => NAMES[mark] ?? mark);

/** The source in the message between two positions of a text. */
type Spelling = (from: number, to: number) => string;

/** Single characters, or several that are decoded as one: an entity may lack its semicolon. */
const UNIT = /[^&\r]+|&(?:(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);?)?|\r\n?/gi;

/**
 * Maps each position of a decoded text to its source.
 * @returns undefined for a source that does not decode to that text
 */
export const spellingOf = (source: string, text: string): Spelling | undefined => {
  if (source === escapeHtml(text)) return (from, to) => escapeHtml(text.slice(from, to));
  const places = new Int32Array(text.length + 1).fill(source.length);
  const known = new Map<string, string>();
  const decoded: string[] = [];
  let at = 0;
  places[0] = 0;
  for (const { 0: unit, index } of source.matchAll(UNIT)) {
    const read = isItself(unit) ? unit : (known.get(unit) ?? decodeHtml(unit));
    if (read !== unit) known.set(unit, read);
    const own = read === unit ? unit.length : sameEnd(unit, read);
    at += read.length;
    for (let left = own; left >= 0; left -= 1) places[at - left] = index + unit.length - left;
    decoded.push(read);
  }
  const place = (to: number): number => places[to] ?? source.length;
  return decoded.join('') === text ? (from, to) => source.slice(place(from), place(to)) : undefined;
};

const isItself = (unit: string): boolean => unit === '&' || !/^[&\r]/.test(unit);

/** Trailing letters that do not belong to the entity: `&ltb` is decoded as `<b`. */
const sameEnd = (unit: string, read: string): number => {
  let count = 0;
  while (count < read.length - 1 && unit.at(-1 - count) === read.at(-1 - count)) count += 1;
  return count;
};

/** The default encoding of a text in a kind of message. */
type Usual = (text: string) => string;

/**
 * Splits a text into its protected parts and the written text between them.
 * @param spell the source in the message of a range of the text
 */
export const textParts = (
  text: string,
  spell: Spelling,
  usual: Usual,
  found: readonly Protected[] = protectedIn(text),
): readonly Part[] => {
  const parts: Part[] = [];
  let at = 0;
  const write = (to: number): void => {
    if (to > at) parts.push(textPart(text.slice(at, to), spell(at, to), usual));
  };
  for (const { from, to, what, shown = text.slice(from, to), url } of found) {
    write(from);
    const kept: ProtectedPart = { is: 'kept', what, source: spell(from, to), shown };
    parts.push(url === undefined ? kept : { ...kept, url });
    at = to;
  }
  write(text.length);
  return parts;
};

const textPart = (text: string, source: string, usual: Usual): TextPart =>
  source === usual(text) ? { is: 'text', text } : { is: 'text', text, source };

/** A text cut at ascending positions, each piece with its source. */
export const divide = ({ text, source }: TextPart, places: readonly number[]): readonly TextPart[] => {
  const spell = source === undefined ? undefined : spellingOf(source, text);
  const borders = [0, ...places, text.length];
  return borders.slice(1).map((to, index): TextPart => {
    const from = borders[index] ?? 0;
    const stretch = text.slice(from, to);
    return spell ? textPart(stretch, spell(from, to), escapeHtml) : { is: 'text', text: stretch };
  });
};

const bySentence = new Intl.Segmenter('en', { granularity: 'sentence' });
const byGrapheme = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The ends of sentences, including the space after them, in ascending order. */
export const sentenceEnds = (text: string): readonly number[] =>
  [...bySentence.segment(text)].map(({ segment, index }) => index + segment.length);

/**
 * Where to cut a text without sentence ends, so that each escaped piece is within a length: between words unless that halves
 * a piece, otherwise between graphemes, and inside a grapheme only if it is too long by itself.
 * @returns ascending positions, none for a text that fits
 */
export const breaksIn = (text: string, room: number): readonly number[] => {
  const places: number[] = [];
  for (let from = 0; ; ) {
    const fit = fitting(text, from, Math.max(room, 1));
    if (from + fit >= text.length) return places;
    from += borderIn(text.slice(from, from + fit + GRAPHEME_WINDOW), fit);
    places.push(from);
  }
};

/** The lookahead that is needed to find the end of a grapheme. */
const GRAPHEME_WINDOW = 64;

/** The UTF-16 units from here on whose escaped form fits, at least one. */
const fitting = (text: string, from: number, room: number): number => {
  let [length, at] = [0, from];
  while (at < text.length) {
    length += escapeHtml(text.charAt(at)).length;
    if (length > room) break;
    at += 1;
  }
  return Math.max(at - from, 1);
};

const borderIn = (text: string, most: number): number => {
  const space = text.slice(0, most).search(/\s\S*$/u) + 1;
  if (space > most / 2) return space;
  const grapheme = byGrapheme.segment(text).containing(most)?.index ?? most;
  if (grapheme > 0) return grapheme;
  return isLowSurrogate(text.charCodeAt(most)) ? Math.max(most - 1, 1) : most;
};

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;
