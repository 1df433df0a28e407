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

/** Letters that nobody sees: soft hyphens, fillers, marks of scripts long gone, and what Unicode keeps for no text at all. */
const INVISIBLE =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u206a-\u206f\u3164\ufdd0-\ufdef\uffa0\ufff0-\ufffb\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** A flag such as Scotland's is spelled with tag letters; elsewhere they spell what only machines read. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** Half of a letter that takes two becomes the mark for an unreadable one: no address can be made of it. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(HIDDEN, '')
    .replace(INVISIBLE, '')
    .replace(TAGS, '$1');

/**
 * Text from a person or a vendor made fit for storage: hidden characters out, ends trimmed, length capped. Joiners and
 * variation selectors stay, for many languages are not written without them.
 */
export const clean = (text: string, max = 1_000): string => cut(visible(text).trim(), max);

/** A joiner that joins nothing: it stands behind a letter of a script that has none, or behind no letter. */
const IDLE_JOINER =
  /(?<![\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Mong}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/gu;

/** A variation selector that is no part of an emoji. */
const IDLE_SELECTOR =
  /[\u180b-\u180f\ufe00-\ufe0d\u{e0100}-\u{e01ef}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier})[\ufe0e\ufe0f](?!\u20e3)/gu;

/** The same on one line, for names and titles: nothing invisible makes two of those that read alike. */
export const oneLine = (text: string, max = 200): string =>
  cut(
    visible(text.replace(/[\s\u2800]+/g, ' '))
      .replace(IDLE_SELECTOR, '')
      .replace(IDLE_JOINER, '')
      .replace(/ +/g, ' ')
      .trim(),
    max,
  );

/**
 * A text without these marks at its end. A pattern as `/\/+$/` would read a long run of them from each of its letters
 * to its end.
 */
export const withoutTail = (text: string, marks: string): string => {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Text that is safe and meant to be read as Markdown: only `escapeMarkdown` and the texts of ours make it. */
export type Markdown = string & { readonly markdown: unique symbol };

/** What a card binds where it has nothing to say. */
export const NO_TEXT = '' as Markdown;

/** Joins texts that are Markdown already, markers of dates among them; `separator` must hold no mark. */
export const joinMarkdown = (parts: readonly string[], separator = ' '): Markdown => parts.join(separator) as Markdown;

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

/** The text without what people leave out when they type a name: case, punctuation, spaces, width of letters. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Parts of one line, without the empty ones. */
export const dotted = (...parts: readonly Markdown[]): Markdown =>
  parts.filter((part) => part !== '').join(' · ') as Markdown;
