import { decodeHtml } from './html-tokens.ts';

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
