import type { ProtectedPart } from './document.ts';

/** A part of a text that no translator may change. */
export interface Protected {
  readonly from: number;
  readonly to: number;
  readonly what: ProtectedPart['what'];
  /** Its visible text, if that differs from the source. */
  readonly shown?: string;
  readonly url?: string;
}

type Find = (text: string) => readonly Protected[];

const finder = (what: ProtectedPart['what'], pattern: RegExp): Find => {
  return (text) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index: from }) => ({ from, to: from + length, what }));
};

const MAY_HOLD_EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u20e3/u;
const emojiIn = finder(
  'emoji',
  /(?:(?:[[\p{Extended_Pictographic}\p{Emoji_Modifier}]--[©®™‼⁉ℹ]]|[©®™‼⁉ℹ]\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f\u20e3)[\u200d\ufe0f\u{e0020}-\u{e007f}]*)+/gv,
);

const afterAt = finder('other', /@[\w-]+(?:\.[\w-]+)+/g);
const MAIL_NAME = /[\w.+-]/;

/** Email addresses: backwards from the @, so that each character is read once. */
const mailIn: Find = (text) => {
  let free = 0;
  return afterAt(text).flatMap((found) => {
    let { from } = found;
    while (from > free && MAIL_NAME.test(text.charAt(from - 1))) from -= 1;
    free = found.to;
    return from === found.from ? [] : [{ ...found, from }];
  });
};

/**
 * What programs fill in: {{total}}, ${name}, %{count}, {0}, <%= name %>, [[name]], and printf's %s, %1$d, %(name)s. In "50% discount" a
 * digit stands before the sign.
 */
const placeholdersIn = finder(
  'other',
  /\{\{[^{}\n]{1,100}\}\}|[$#%]\{[^{}\n]{1,100}\}|\{[\w.:-]{1,60}\}|<%[^<>\n]{1,100}%>|\[\[[\w .:-]{1,60}\]\]|(?<![\p{Nd}%])%(?:\(\w{1,60}\)|\d{1,2}\$)?[-+0#]?\d{0,3}(?:\.\d{1,2})?(?:l{0,2}[sdifuxXc](?![\p{L}\p{Nd}])|@)/gu,
);

/** The ends of files' names that occur in messages. */
const FILE =
  'bicep|cfg|conf|cs|css|csv|docx?|env|go|html?|ini|java|jsx?|json|log|md|pdf|ps1|py|rs|sh|sql|tf|tsx?|txt|xlsx?|xml|ya?ml|zip';

/** Folders and files: /etc/hosts, ~/notes, ./run.sh, C:\temp, src/main.ts. */
const pathsIn = finder(
  'other',
  new RegExp(
    String.raw`(?<![\p{L}\p{Nd}/\\.~<])(?:(?:~|\.{1,2})?/|[A-Za-z]:\\|\\\\)[\w.@~-]{1,100}(?:[/\\][\w.@~-]{1,100}){0,30}(?<!\.)|(?<![\p{L}\p{Nd}_./\\-])(?:[\w-]{1,60}/){0,10}[\w-]{1,60}(?:\.[\w-]{1,30}){0,3}\.(?:${FILE})(?![\p{L}\p{Nd}_])`,
    'gu',
  ),
);

/** Handles and names of code: @platform_ops, DW_FORM_ref, userName, isOpen(), --dry-run. */
const identifiersIn = finder(
  'other',
  /(?<![\p{L}\p{Nd}@_.-])@[\p{L}\p{Nd}][\w-]{0,60}|(?<![\p{L}\p{Nd}_])[A-Za-z]\w{0,60}\(\)|(?<![\p{L}\p{Nd}_])(?:_{0,2}[A-Za-z\d]{1,60}(?:_{1,2}[A-Za-z\d]{1,60}){1,12}|__[A-Za-z\d]{1,60}__)(?![\p{L}\p{Nd}_])|(?<![\p{L}\p{Nd}_])(?:[a-z]{1,40}|(?:[A-Z][a-z]{1,40}){2})(?:[A-Z][a-z\d]{1,40}){1,10}(?![\p{L}\p{Nd}])|(?<![\p{L}\p{Nd}-])--[a-z][\w-]{1,60}/gu,
);

/** Each searches only between the matches of those before it: digits inside an address are not a number. */
const FINDERS: readonly Find[] = [
  finder('code', /`[^`\n]+`/g),
  // The end of a link in Markdown: a space before its bracket would tear it.
  finder('other', /\]\((?:https?:\/\/|mailto:)[^()\s]{1,2000}\)/gi),
  (text) =>
    finder(
      'link',
      /(?:https?:\/\/|www\.)[^\s<>"`\u3000-\u303f\uff00-\uffef]+/gi,
    )(text).map((found) => asLink(text, found)),
  (text) => (text.includes('@') ? mailIn(text) : []),
  placeholdersIn,
  pathsIn,
  identifiersIn,
  (text) => (MAY_HOLD_EMOJI.test(text) ? emojiIn(text) : []),
  (text) => numbersIn(text).map((found) => ({ ...found, what: 'number' })),
];

/** The parts of a text that are not translated: code, addresses, placeholders, paths, identifiers, emoji, and everything with digits. */
export const protectedIn = (text: string): readonly Protected[] =>
  FINDERS.reduce<readonly Protected[]>((found, find) => withGaps(text, found, find), []);

const withGaps = (text: string, found: readonly Protected[], find: Find): readonly Protected[] => {
  let at = 0;
  return [...found, { from: text.length, to: text.length }].flatMap((next): readonly Protected[] => {
    const start = at;
    at = next.to;
    const more = find(text.slice(start, next.from));
    const moved = more.map((one) => ({ ...one, from: one.from + start, to: one.to + start }));
    return 'what' in next ? [...moved, next] : moved;
  });
};

const asLink = (text: string, found: Protected): Protected => {
  const address = withoutTail(text.slice(found.from, found.to));
  const url = urlOf(address);
  const link = { ...found, to: found.from + address.length };
  return url === undefined ? link : { ...link, url };
};

/** Punctuation that ends a sentence, not an address. */
const TAIL = new Set('.,;:!?\'"’”»…*_~)]}');
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A closing bracket belongs to the address if it was opened inside. */
const withoutTail = (address: string): string => {
  let end = address.length;
  while (TAIL.has(address.charAt(end - 1))) end -= 1;
  const bracket = address.charAt(end);
  const opened = PAIRS[bracket];
  const inside = address.slice(0, end);
  const open = opened !== undefined && inside.lastIndexOf(opened) > inside.lastIndexOf(bracket);
  return open ? inside + bracket : inside;
};

/** A valid web address that a link may open. */
export const urlOf = (address: string): string | undefined =>
  /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;

const LIKE_ADDRESS = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;

/** Whether a text is only an address. */
export const isAddress = (text: string): boolean => {
  if (!LIKE_ADDRESS.test(text)) return false;
  const [first] = protectedIn(text.trim());
  return first?.what === 'link' && first.from === 0 && first.to === text.trim().length;
};

/** The web addresses in a text. */
export const addressesIn = (text: string): readonly string[] =>
  protectedIn(text).flatMap(({ what, from, to }) => (what === 'link' ? [text.slice(from, to)] : []));

/** A range of a text. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** In other scripts, letters and numbers have no space between them. */
const WORD = /[\p{Script=Latin}\p{Nd}_][\p{Script=Latin}\p{M}\p{Nd}_]*/gu;
const DIGIT = /\p{Nd}/u;
const BEFORE = /[#+\-−\p{Sc}]/u;
const BETWEEN = /[.,:/'’+\-–]/u;
const AFTER = /[%‰°\p{Sc}]/u;

/** Everything with digits: amounts, times, versions, and names such as `INC-1234`. In linear time. */
const numbersIn = (text: string): readonly Stretch[] => {
  const found: Stretch[] = [];
  let before: Stretch | undefined;
  for (const { 0: word, index: from } of text.matchAll(WORD)) {
    const to = from + word.length;
    const last = found.at(-1);
    if (DIGIT.test(word)) {
      if (last && last.to + 1 === from && BETWEEN.test(text.charAt(last.to)))
        found.splice(-1, 1, { from: last.from, to });
      else found.push({ from: before && before.to + 1 === from && text[before.to] === '-' ? before.from : from, to });
    }
    before = { from, to };
  }
  let free = 0;
  return found.map((number) => {
    const whole = widened(text, number, free);
    free = whole.to;
    return whole;
  });
};

/** With the signs at both ends that belong to a number. @param free the end of the previous one */
const widened = (text: string, { from, to }: Stretch, free: number): Stretch => {
  let start = from;
  while (from - start < 2 && start > free && BEFORE.test(text.charAt(start - 1))) start -= 1;
  let end = to;
  while (end - to < 2 && AFTER.test(text.charAt(end))) end += 1;
  return { from: start, to: end };
};
