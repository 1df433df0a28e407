import { type Document, isAlias, isMap, isNode, isSeq } from 'yaml';
import type { SyntaxFault } from './syntax-words.ts';

/** More than so many values repeated by all aliases together is no file that a person wrote. */
const MOST_REPEATED = 1_000;

/**
 * Aliases that lead nowhere or into themselves, and those that repeat too much: they make a huge file of a small one.
 * Each value is looked at once, however often it is repeated.
 */
export const aliasFaults = (document: Document.Parsed): readonly SyntaxFault[] => {
  const faults: SyntaxFault[] = [];
  /** How many values stand below an anchor, with all that aliases repeat there; undefined as long as it is still open. */
  const sizes = new Map<string, number | undefined>();
  let repeated = 0;

  const sizeOfAlias = (name: string, offset: number): number => {
    const fault = (code: string): number => {
      faults.push({ code, pos: [offset, offset], message: name });
      return 0;
    };
    if (!sizes.has(name)) return fault('ALIAS_UNKNOWN');
    const size = sizes.get(name);
    if (size === undefined) return fault('ALIAS_LOOP');
    repeated += size;
    return repeated > MOST_REPEATED ? fault('ALIAS_EXCESS') : size;
  };

  const sizeOf = (node: unknown): number => {
    if (repeated > MOST_REPEATED || !isNode(node)) return 0;
    if (isAlias(node)) return sizeOfAlias(node.source, node.range?.[0] ?? 0);
    const { anchor } = node;
    if (anchor !== undefined) sizes.set(anchor, undefined);
    const size = 1 + below(node);
    if (anchor !== undefined) sizes.set(anchor, size);
    return size;
  };

  const below = (node: unknown): number => {
    if (isMap(node)) return node.items.reduce((sum, { key, value }) => sum + sizeOf(key) + sizeOf(value), 0);
    return isSeq(node) ? node.items.reduce<number>((sum, item) => sum + sizeOf(item), 0) : 0;
  };

  sizeOf(document.contents);
  return faults;
};
