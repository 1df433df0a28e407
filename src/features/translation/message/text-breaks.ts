import { escapeHtml } from './html-text.ts';

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
