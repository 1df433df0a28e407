import { type Block, hasWords, type KeptPart, type Part, plainOf } from './document.ts';
import { addressesIn, protectedIn } from './protect.ts';
import { textParts } from './text-parts.ts';

/**
 * A block for `textType` plain, which alone has alignment. What is protected in it goes as text and is looked for in the
 * answer.
 * @returns undefined where only html is safe: formatting, terms, what a text alone does not show, and all that could be
 * taken for the vendor's markup
 */
export const writePlain = ({ parts }: Block): string | undefined => {
  const text = plainOf(parts);
  const shown = protectedIn(text).map(({ from, to }) => text.slice(from, to));
  const kept = keptOf(parts);
  const seen = parts.every(({ is }) => is === 'text' || is === 'kept') && !text.includes('<');
  const found = shown.length === kept.length && kept.every((part, index) => part.shown === shown[index]);
  const sources = new Map(kept.map((part) => [part.shown, part.source]));
  const alike = kept.every((part) => sources.get(part.shown) === part.source);
  return seen && found && alike ? text : undefined;
};

/**
 * The parts of a block that went as plain text. Other numbers may come in, as a word may become a number.
 * @returns undefined where a kept part is missing or there more than once, no words are left, or an address came in
 */
export const readPlain = ({ parts }: Block, answer: string): readonly Part[] | undefined => {
  if (answer === plainOf(parts)) return parts;
  const missing = [...keptOf(parts)];
  const known = new Set(missing.map(({ shown }) => shown));
  const found = protectedIn(answer).filter(({ from, to }) => known.has(answer.slice(from, to)));
  if (found.length !== missing.length) return undefined;
  const read = textParts(answer, (from, to) => answer.slice(from, to), String, found).map((part) => {
    if (part.is !== 'kept') return part;
    const at = missing.findIndex(({ shown }) => shown === part.shown);
    return at < 0 ? undefined : missing.splice(at, 1)[0];
  });
  if (missing.length > 0 || !read.every((part) => part !== undefined)) return undefined;
  if (hasWords({ parts }) && !hasWords({ parts: read })) return undefined;
  const invented = read.some((part) => part.is === 'text' && addressesIn(part.text).length > 0);
  return invented ? undefined : read;
};

const keptOf = (parts: readonly Part[]): readonly KeptPart[] => parts.filter((part) => part.is === 'kept');
