import { type DictionaryEntry, type TranslationText, writeText } from '#cloud/operations/translation.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { cut } from '#platform/lib/text.ts';
import {
  type Block,
  escapeHtml,
  type MarkPart,
  type Part,
  type ProtectedPart,
  plainOf,
  type TermPart,
  type TextPart,
} from './document.ts';
import { protectedIn } from './protect.ts';

/** Element names in the sent text: the block, protected parts, and formatting. Short, because markup is charged too. */
export const SENT = { whole: 'p', kept: 'i', mark: 'b' } as const;

/** The characters of a protected part that are sent as context. */
const LONGEST_INPUT = 40;

/**
 * A block for `textType` html: a well-formed, complete element. Text is escaped, so that nothing in it can be read as the
 * vendor's markup or ours; none of the message's own tags is sent.
 */
export const writeBlock = ({ parts }: Block): TranslationText => {
  const written: (string | DictionaryEntry)[] = [];
  const put = (text: string): void => {
    const before = written.at(-1);
    if (typeof before === 'string') written[written.length - 1] = before + text;
    else written.push(text);
  };
  const write = (tagged: Tagged): void => {
    if (tagged.is === 'text') put(escapeHtml(tagged.part.text));
    else if (tagged.is === 'term') written.push({ phrase: tagged.part.phrase, translation: tagged.part.translation });
    else if (tagged.is === 'kept') put(protectedElement(tagged.id, tagged.part.shown));
    else {
      put(`<${SENT.mark} id="${tagged.id}">`);
      for (const inside of tagged.nodes) write(inside);
      put(`</${SENT.mark}>`);
    }
  };
  put(`<${SENT.whole}>`);
  for (const tagged of tagParts(parts)) write(tagged);
  put(`</${SENT.whole}>`);
  const [only] = written;
  return written.length === 1 && typeof only === 'string' ? only : written;
};

const protectedElement = (id: string, shown: string): string => {
  const inside = escapeHtml(cut(shown.trim(), LONGEST_INPUT)) || '·';
  return `<${SENT.kept} class="notranslate" id="${id}">${inside}</${SENT.kept}>`;
};

/** The size of a sent block in UTF-16 units, with the longer of the two profiles' markup. */
export const sentLength = (block: Block): number => lengthOf(writeBlock(block));

const profiles = [profileOf('Vendor'), profileOf('Microsoft')];

const lengthOf = (text: TranslationText): number =>
  Math.max(...profiles.map((profile) => writeText(text, 'html', profile).length));

const LONGEST_ID = 'q0000-000000';

/** The most that a part adds to a block's size; formatting without its content. */
export const mostOf = {
  whole: `<${SENT.whole}></${SENT.whole}>`.length,
  mark: `<${SENT.mark} id="${LONGEST_ID}"></${SENT.mark}>`.length,
  part: (part: Exclude<Part, MarkPart>): number => {
    if (part.is === 'text') return escapeHtml(part.text).length;
    return part.is === 'kept' ? protectedElement(LONGEST_ID, part.shown).length : lengthOf([part]);
  },
} as const;

/** A part with its id in the sent text, from its position in the block. */
export type Tagged =
  | { readonly is: 'text'; readonly part: TextPart }
  | { readonly is: 'term'; readonly part: TermPart }
  | { readonly is: 'kept'; readonly part: ProtectedPart; readonly id: string }
  | { readonly is: 'mark'; readonly part: MarkPart; readonly id: string; readonly nodes: readonly Tagged[] };

/** The same parts get the same ids, so that an answer can be read with only the block. */
export const tagParts = (parts: readonly Part[]): readonly Tagged[] => {
  const prefix = prefixFor(allText(parts));
  let count = 0;
  const id = (): string => {
    count += 1;
    return `${prefix}${count}`;
  };
  const tag = (part: Part): Tagged => {
    if (part.is === 'kept') return { is: 'kept', part, id: id() };
    if (part.is === 'mark') return { is: 'mark', part, id: id(), nodes: part.parts.map(tag) };
    return part.is === 'text' ? { is: 'text', part } : { is: 'term', part };
  };
  return parts.map(tag);
};

/** The longest prefix: a text that contains all shorter ones would have millions of characters. */
const PREFIX = /q(?=([\da-z]{1,4})-)/g;

/** Does not occur in the text, so that nothing in it can be read as an id. */
const prefixFor = (text: string): string => {
  const taken = new Set(text.includes('-') ? [...text.matchAll(PREFIX)].map(([, number]) => number) : []);
  let n = 0;
  while (taken.has(n.toString(36))) n += 1;
  return `q${n.toString(36)}-`;
};

const allText = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return allText(part.parts);
      if (part.is === 'kept') return part.shown;
      return part.is === 'text' ? part.text : part.phrase + part.translation;
    })
    .join('\n');

/**
 * A block for `textType` plain, the only one with alignment. Its protected parts are sent as text and searched for in the
 * answer.
 * @returns undefined if only html is safe: for formatting, terms, invisible parts, and texts that could be read as the
 * vendor's markup
 */
export const writePlain = ({ parts }: Block): string | undefined => {
  const text = plainOf(parts);
  const shown = protectedIn(text).map(({ from, to }) => text.slice(from, to));
  const kept = protectedParts(parts);
  const seen = parts.every(({ is }) => is === 'text' || is === 'kept') && !text.includes('<');
  const found = shown.length === kept.length && kept.every((part, index) => part.shown === shown[index]);
  const sources = new Map(kept.map((part) => [part.shown, part.source]));
  const alike = kept.every((part) => sources.get(part.shown) === part.source);
  return seen && found && alike ? text : undefined;
};

/** The protected parts directly in a block. */
export const protectedParts = (parts: readonly Part[]): readonly ProtectedPart[] =>
  parts.filter((part) => part.is === 'kept');
