const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Control characters but line feed, and the marks that turn the reading direction or hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Cut at a grapheme border, so that no letter or emoji is split; the mark that it was cut counts as one. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const kept = text.slice(0, graphemes.segment(text).containing(Math.max(max - 1, 0))?.index);
  return `${kept}…`;
};

/** Text from a person or a vendor made fit for storage: hidden characters out, ends trimmed, length capped. */
export const clean = (text: string, max = 1_000): string =>
  cut(text.replace(/\r\n?/g, '\n').replace(HIDDEN, '').trim(), max);

/** The same on one line, for names and titles. */
export const oneLine = (text: string, max = 200): string => clean(text.replace(/\s+/g, ' '), max);

/** Text that is safe and meant to be read as Markdown: only `escapeMarkdown` and the texts of ours make it. */
export type Markdown = string & { readonly markdown: unique symbol };

/** What starts a heading, a list, a line, a table or a code block; it does so at the start of a line only. */
const LINE_MARK = /^(?:#|[-+=|](?=[-+=|:\s]|$)|:(?=-))/gm;
const NUMBERED = /^(\d+)([.)])(?=\s|$)/gm;
/** A name as in `&lt;`, and the second brace of Teams' own `{{DATE(…)}}`. */
const ENTITY = /&(?=#?\w+;)/g;
const MACRO = /(?<=\{)\{/g;
const ADDRESS = /:(?=\/\/)|mailto:|www\./gi;
/** Nothing of the above is made of letters and digits alone: most names are read once instead of seven times. */
const HARMLESS = /^[\p{L}\p{N}][\p{L}\p{N} ]*$/u;

/**
 * Foreign text for a TextBlock or a Fact, which read a Markdown subset and take `<at>` for a mention: a backslash keeps
 * each mark text, and a joiner inside addresses keeps clients from turning them into links.
 */
export const escapeMarkdown = (text: string): Markdown => (HARMLESS.test(text) ? text : escapeMarks(text)) as Markdown;

const escapeMarks = (text: string): string =>
  text
    .replace(/^[^\S\n]+/gm, '')
    .replace(/[\\`*_~[\]<>]/g, (mark) => `\\${mark}`)
    .replace(LINE_MARK, (mark) => `\\${mark}`)
    .replace(NUMBERED, '$1\\$2')
    .replace(ENTITY, '\\&')
    .replace(MACRO, '\\{')
    .replace(ADDRESS, (address) => `${address}\u200d`);

/** How many letters must change to make one word of the other (Levenshtein); for "did you mean". */
export const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
