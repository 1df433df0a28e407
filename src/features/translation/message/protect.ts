import type { ProtectedPart } from './document.ts';

/** A stretch of a text that no translator may change. */
export interface Protected {
  readonly from: number;
  readonly to: number;
  readonly what: ProtectedPart['what'];
  /** Where a person reads something else than what stands there. */
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

/** Addresses of mail: from the sign backwards, so that each letter is read once. */
const mailIn: Find = (text) => {
  let free = 0;
  return afterAt(text).flatMap((found) => {
    let { from } = found;
    while (from > free && MAIL_NAME.test(text.charAt(from - 1))) from -= 1;
    free = found.to;
    return from === found.from ? [] : [{ ...found, from }];
  });
};

/** Each looks only where those before it found nothing: what is inside an address is no number. */
const FINDERS: readonly Find[] = [
  finder('code', /`[^`\n]+`/g),
  (text) =>
    finder(
      'link',
      /(?:https?:\/\/|www\.)[^\s<>"`\u3000-\u303f\uff00-\uffef]+/gi,
    )(text).map((found) => asLink(text, found)),
  (text) => (text.includes('@') ? mailIn(text) : []),
  (text) => (MAY_HOLD_EMOJI.test(text) ? emojiIn(text) : []),
  (text) => numbersIn(text).map((found) => ({ ...found, what: 'number' })),
];

/** What of a text is not to be translated: code between backticks, addresses, emoji, and all that has figures. */
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

/** What ends a sentence, not an address. */
const TAIL = new Set('.,;:!?\'"’”»…*_~)]}');
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A bracket at the end that was opened inside belongs to the address. */
const withoutTail = (address: string): string => {
  let end = address.length;
  while (TAIL.has(address.charAt(end - 1))) end -= 1;
  const bracket = address.charAt(end);
  const opened = PAIRS[bracket];
  const inside = address.slice(0, end);
  const open = opened !== undefined && inside.lastIndexOf(opened) > inside.lastIndexOf(bracket);
  return open ? inside + bracket : inside;
};

/** An address that a person may be sent to: of the web, and readable. */
export const urlOf = (address: string): string | undefined =>
  /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;

const LIKE_ADDRESS = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;

/** Whether a text is nothing but an address. */
export const isAddress = (text: string): boolean => {
  if (!LIKE_ADDRESS.test(text)) return false;
  const [first] = protectedIn(text.trim());
  return first?.what === 'link' && first.from === 0 && first.to === text.trim().length;
};

/** Addresses of the web that stand in a text. */
export const addressesIn = (text: string): readonly string[] =>
  protectedIn(text).flatMap(({ what, from, to }) => (what === 'link' ? [text.slice(from, to)] : []));

/** A stretch of a text. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Letters of other scripts stand beside numbers without a space. */
const WORD = /[\p{Script=Latin}\p{Nd}_][\p{Script=Latin}\p{M}\p{Nd}_]*/gu;
const DIGIT = /\p{Nd}/u;
const BEFORE = /[#+\-−\p{Sc}]/u;
const BETWEEN = /[.,:/'’+\-–]/u;
const AFTER = /[%‰°\p{Sc}]/u;

/** All that has figures: amounts, times, versions, and names with a number such as `INC-1234`. Read once, whatever is in it. */
export const numbersIn = (text: string): readonly Stretch[] => {
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

/** With the signs at both ends that belong to a number. @param free where the one before it ends */
const widened = (text: string, { from, to }: Stretch, free: number): Stretch => {
  let start = from;
  while (from - start < 2 && start > free && BEFORE.test(text.charAt(start - 1))) start -= 1;
  let end = to;
  while (end - to < 2 && AFTER.test(text.charAt(end))) end += 1;
  return { from: start, to: end };
};
