import { normalise, oneLine } from '#platform/lib/text.ts';
import { escapeHtml, plainText } from './html.ts';
import type { Mention } from './mentions.ts';
import type { MessageContent } from './turn.ts';

/** A place in a message that shows a mention: `<at>Bo Lind</at>`, or the span of the html. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** The name that stands there. */
  readonly label: string;
  /** Its number in the html: the position of its entity among the mentions. */
  readonly number?: number | undefined;
  /** Nothing but the name tells it: the same words may stand for somebody else. */
  readonly isBare?: true;
}

/** A mark, and its entity; none where it is not certain which entity is meant. */
export interface Placed extends Mark {
  readonly mention?: Mention | undefined;
}

/** More than anybody types in one message. */
const MOST = 100;

/** The marks of a message. A mark may hold markup, and ends at its own end tag. */
export const marksIn = (kind: MessageContent['kind'], source: string): readonly Mark[] => {
  const marks: Mark[] = [];
  let open: { from: number; inside: number; name: string; number: number | undefined; depth: number } | undefined;
  for (const { 0: tag, 1: closing, 2: name = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    const number = /\b(?:item)?id=["']?(\d{1,4})\b/i.exec(attributes)?.[1];
    const begins = closing === '' && (name.toLowerCase() === 'at' || (kind === 'html' && MENTION.test(attributes)));
    // One that never ends ends where the next one begins.
    if (begins) {
      const inside = index + tag.length;
      open = { from: index, inside, name, number: number === undefined ? undefined : Number(number), depth: 1 };
    } else if (open && open.name.toLowerCase() === name.toLowerCase()) {
      open.depth += closing === '' ? 1 : -1;
      if (open.depth > 0) continue;
      const label = oneLine(plainText(source.slice(open.inside, index)), 100);
      marks.push({ from: open.from, to: index + tag.length, label, number: open.number });
      open = undefined;
    }
    if (marks.length === MOST) break;
  }
  return marks;
};

const TAG = /<(\/?)(at|span)\b([^<>]*)>/gi;
const MENTION = /\bitemtype=["']?[^"'\s]*\/Mention\b/i;

/** Where a message without any mark has the names of the people it mentions, as whole words; that of the bot once. */
export const bareMarks = (
  kind: MessageContent['kind'],
  source: string,
  mentions: readonly Mention[],
): readonly Mark[] => {
  const marks: Mark[] = [];
  const lower = source.toLowerCase();
  const longest = mentions.slice(0, MOST).map(({ isBot, names }) => ({
    isBot,
    label: names.reduce((long, name) => (name.length > long.length ? name : long), ''),
  }));
  for (const { isBot, label } of longest.sort((a, b) => b.label.length - a.label.length)) {
    const name = (kind === 'html' ? escapeHtml(label) : label).toLowerCase();
    for (let at = name === '' ? -1 : lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
      const [from, to] = [source[at - 1] === '@' ? at - 1 : at, at + name.length];
      const isWord = !LETTER.test(source.charAt(from - 1)) && !LETTER.test(source.charAt(to));
      if (!isWord || marks.some((mark) => from < mark.to && mark.from < to)) continue;
      marks.push({ from, to, label, isBare: true });
      if (isBot || marks.length >= MOST) break;
    }
  }
  return marks.sort((a, b) => a.from - b.from);
};

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * Gives each mark its entity: by number where all numbers fit, otherwise by name where only one account has it. An account is
 * never taken by resemblance alone: a mark that two accounts, or an unreadable entity, could be meant by has none. Marks side
 * by side of one account are one mention.
 */
export const placeMentions = (
  source: string,
  marks: readonly Mark[],
  mentions: readonly Mention[],
): readonly Placed[] => {
  const bot = mentions.find(({ isBot }) => isBot);
  const isBotNamed = bot !== undefined && marks.some(({ label }) => isCalled(bot, label));
  const closeness = (mention: Mention, label: string): Fit => {
    const found = fitOf(mention, label);
    return found === 'no' && mention.isBot && !isBotNamed ? 'unknown' : found;
  };
  const numbered = ({ number }: Mark): Mention | undefined =>
    number === undefined ? undefined : (mentions.find((one) => one.number === number) ?? mentions[number]);
  const isSound = (mark: Mark): boolean => {
    const own = numbered(mark);
    if (!own) return false;
    const found = closeness(own, mark.label);
    const isOther = (other: Mention): boolean => other.id !== own.id && isCalled(other, mark.label);
    return found === 'same' || (found !== 'no' && !mentions.some(isOther));
  };
  const isOrdered = marks.length > 0 && marks.every(isSound);
  const byName = (mark: Mark): Mention | undefined => {
    const { label } = mark;
    const fits = mentions.map((mention) => ({ mention, found: closeness(mention, label) }));
    const same = fits.filter(({ found }) => found === 'same').map(({ mention }) => mention);
    const others = fits.filter(({ found }) => found === 'like' || found === 'unknown').map(({ mention }) => mention);
    const alike = marks.filter((other) => keyOf(other.label) === keyOf(label));
    // The bot and one person of its name: whichever stands where, no other person can be meant.
    if (same.some(({ isBot }) => isBot) && same.length === alike.length && same.length === 2)
      return same[alike.indexOf(mark)];
    // As many entities as marks that they may stand for; or nothing else that this mark may stand for.
    const claims = marks.filter((other) => same.some((mention) => fitOf(mention, other.label) !== 'no')).length;
    const isOnly = others.every(({ id }) => id === same[0]?.id);
    const isRead = mentions.every(({ id, names }) => id !== undefined && names.length > 0);
    const isEnough = mark.isBare ? same.length >= claims && isOnly && isRead : same.length >= claims || isOnly;
    return same.length > 0 ? (isEnough ? onlyOne(same) : undefined) : onlyOne(others);
  };
  const placed = marks.map((mark) => ({ ...mark, mention: (isOrdered ? numbered : byName)(mark) }));
  // The bot may be shown by any name, but one time only: another name without a match is an unknown person.
  const unnamed = placed.filter(({ mention, label }) => mention?.isBot && !isCalled(mention, label)).slice(1);
  return merged(
    source,
    placed.map((mark) => (unnamed.includes(mark) && !isOrdered ? { ...mark, mention: undefined } : mark)),
  );
};

/** How a name that a message shows fits what is known of an entity. */
type Fit = 'same' | 'like' | 'unknown' | 'no';

/** A label is like a name where one has all words of the other: people shorten mentions, and a client may split them. */
export const fitOf = ({ names }: Pick<Mention, 'names'>, label: string): Fit => {
  if (names.length === 0) return 'unknown';
  if (isCalled({ names }, label)) return 'same';
  const said = wordsOf(label);
  return names.some((name) => holds(said, wordsOf(name)) || holds(wordsOf(name), said)) ? 'like' : 'no';
};

const isCalled = ({ names }: Pick<Mention, 'names'>, label: string): boolean =>
  names.some((name) => keyOf(name) === keyOf(label));

const keyOf = (name: string): string => normalise(plainText(name)) || oneLine(name);

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    plainText(name)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .map(normalise)
      .filter((word) => word !== ''),
  );

const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  some.size > 0 && [...some].every((word) => all.has(word));

const onlyOne = (found: readonly Mention[]): Mention | undefined =>
  new Set(found.map(({ id }) => id)).size === 1 && found[0]?.id !== undefined ? found[0] : undefined;

const merged = (source: string, placed: readonly Placed[]): readonly Placed[] => {
  const found: Placed[] = [];
  for (const mark of placed) {
    const last = found.at(-1);
    const id = mark.mention?.id;
    const isSame = last !== undefined && id !== undefined && last.mention?.id === id;
    if (isSame && plainText(source.slice(last.to, mark.from)).trim() === '')
      found[found.length - 1] = { ...last, to: mark.to, label: `${last.label} ${mark.label}` };
    else found.push(mark);
  }
  return found;
};

/** The source with another text in place of each mention. */
export const replaceMarks = (
  source: string,
  placed: readonly Placed[],
  textOf: (mark: Placed, shown: string) => string,
): string => {
  let at = 0;
  const parts = placed.flatMap((mark) => {
    const before = source.slice(at, mark.from);
    at = mark.to;
    return [before, textOf(mark, source.slice(mark.from, mark.to))];
  });
  return [...parts, source.slice(at)].join('');
};
