import type { Part, ProtectedPart, TextPart } from './document.ts';
import { decodeHtml } from './html-tree.ts';
import { type Protected, protectedIn } from './protect.ts';

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };

/** Text as HTML writes it between tags. */
export const escapeHtml = (text: string): string => text.replace(/[&<>\u00a0]/g, (mark) => NAMES[mark] ?? mark);

/** Between two places of a text, as it stands in the message. */
export type Spelling = (from: number, to: number) => string;

/** Letters that stand for themselves, or several that are read as one: an entity may lack its end. */
const UNIT = /[^&\r]+|&(?:(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);?)?|\r\n?/gi;

/**
 * Knows for each place of a decoded text where it stands in its source.
 * @returns undefined for a source that is not read as that text
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

/** Letters at the end that belong to no entity: `&ltb` is read as `<b`. */
const sameEnd = (unit: string, read: string): number => {
  let count = 0;
  while (count < read.length - 1 && unit.at(-1 - count) === read.at(-1 - count)) count += 1;
  return count;
};

/** How a kind of message writes a text where nobody wrote it otherwise. */
export type Usual = (text: string) => string;

/**
 * A text as parts: what is protected in it, and what people wrote between.
 * @param spell what stands in the message for a stretch of it
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

export const textPart = (text: string, source: string, usual: Usual): TextPart =>
  source === usual(text) ? { is: 'text', text } : { is: 'text', text, source };

/** A text cut at places in rising order, each stretch spelt as it was. */
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

/** Where sentences end, the space after them included, in rising order. */
export const sentenceEnds = (text: string): readonly number[] =>
  [...bySentence.segment(text)].map(({ segment, index }) => index + segment.length);

/**
 * Where to cut a text without a sentence's end into stretches that are so long at most once escaped: between words where
 * that does not halve a stretch, else between graphemes, and inside one only where it is too long by itself.
 * @returns places in rising order, none for a text that fits
 */
export const breaksIn = (text: string, room: number): readonly number[] => {
  const places: number[] = [];
  for (let from = 0; ; ) {
    const fit = fitting(text, from, Math.max(room, 1));
    if (from + fit >= text.length) return places;
    from += borderIn(text.slice(from, from + fit + LOOK_AHEAD), fit);
    places.push(from);
  }
};

/** What must be seen of what follows, to tell where a grapheme ends. */
const LOOK_AHEAD = 64;

/** UTF-16 units from here on whose escaped form has room, at least one. */
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
