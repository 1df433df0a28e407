const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Control characters except line feed, and characters that change the text direction or hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go.
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Truncates at a grapheme boundary, so that no letter or emoji is split; the ellipsis counts as one. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const kept = text.slice(0, graphemes.segment(text).containing(Math.max(max - 1, 0))?.index);
  return `${kept}…`;
};

/** Invisible characters: soft hyphens, fillers, marks of historic scripts, and Unicode noncharacters. */
const INVISIBLE =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u206a-\u206f\u3164\uffa0\ufff0-\ufffb\p{Noncharacter_Code_Point}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** Flags such as Scotland's use tag characters; elsewhere these hide text that only machines read. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

/** Replaces lone surrogates with the replacement character: they cannot be encoded in an address. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(HIDDEN, '')
    .replace(INVISIBLE, '')
    .replace(TAGS, '$1');

/** Text of a person or vendor for storage: no hidden characters, trimmed, truncated. Joiners stay, as many languages need them. */
export const clean = (text: string, max = 1_000): string => cut(visible(text).trim(), max);

/** A joiner without effect: after a letter of a script that has no joiners, or after no letter. */
const IDLE_JOINER =
  /(?<![\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Mong}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)[\u200c\u200d]/gu;

/** A variation selector that is not part of an emoji. */
const IDLE_SELECTOR =
  /[\u180b-\u180f\ufe00-\ufe0d\u{e0100}-\u{e01ef}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier})[\ufe0e\ufe0f](?!\u20e3)/gu;

/** The same on one line, for names and titles: invisible characters cannot make two equal-looking names different. */
export const oneLine = (text: string, max = 200): string =>
  cut(
    visible(text.replace(/[\s\u2800]+/g, ' '))
      .replace(IDLE_SELECTOR, '')
      .replace(IDLE_JOINER, '')
      .replace(/ +/g, ' ')
      .trim(),
    max,
  );

/** What may stand behind a sentence, for `withoutTail`. */
export const SENTENCE_ENDS = ' \t\r\n.!';

/** A text without these characters at its end; a pattern such as `/\/+$/` takes quadratic time on a long run of them. */
export const withoutTail = (text: string, marks: string): string => {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Safe Markdown: only `escapeMarkdown` and our own texts produce it. */
export type Markdown = string & { readonly markdown: unique symbol };

/** The empty text of a card binding. */
export const NO_TEXT = '' as Markdown;

/** Joins Markdown texts, date markers included; `separator` must contain no Markdown. */
export const joinMarkdown = (parts: readonly string[], separator = ' '): Markdown => parts.join(separator) as Markdown;

/** Starts a heading, a list, a rule, a table or a code block, only at the beginning of a line. */
const LINE_MARK = /^(?:#|[-+=|](?=[-+=|:\s]|$)|:(?=-))/gm;
const NUMBERED = /^(\d+)([.)])(?=\s|$)/gm;
/** A character reference such as `&lt;`, and the second brace of Teams' own `{{DATE(…)}}`. */
const ENTITY = /&(?=#?\w+;)/g;
const MACRO = /(?<=\{)\{/g;
const ADDRESS = /:(?=\/\/)|mailto:|www\./gi;
/** Texts of only letters and digits need no escaping: most names are scanned once instead of seven times. */
const HARMLESS = /^[\p{L}\p{N}][\p{L}\p{N} ]*$/u;

/** Foreign text for a TextBlock or Fact: special characters escaped, and a joiner in addresses, so that they become no links. */
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

/**
 * The distance of two words, for "did you mean": letters wrong, missing or too many.
 * @param swap what two neighbours that changed places count: two letters, or one as a typing error
 */
export const editDistance = (a: string, b: string, swap: 1 | 2 = 2): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + swap : change;
      next.push(Math.min(change, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

/** A text without the differences in typed names: case, punctuation, spaces, width of letters. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Words of our own or a person's as they begin a title, a line or a cell: names are typed in small letters. */
export const capitalised = <T extends string>(text: T): T =>
  `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}` as T;

/** Joins the parts of one line, without empty ones. */
export const dotted = (...parts: readonly Markdown[]): Markdown =>
  parts.filter((part) => part !== '').join(' · ') as Markdown;
