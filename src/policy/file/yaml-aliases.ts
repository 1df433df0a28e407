import { type Document, isAlias, isMap, isNode, isSeq } from 'yaml';
import type { SyntaxFault } from '#policy/problems/syntax-texts.ts';

/** The most values that all aliases together may repeat: no file written by a person has more. */
const MOST_REPEATED = 1_000;
/** The deepest nesting, far deeper than a policy needs; each path is as long as its value is deep. */
const DEEPEST = 64;

/**
 * Finds aliases without an anchor, circular ones, and ones that repeat too much, which expand a small file to a huge one.
 * Also finds values that are nested too deeply. Each value is visited once, however often it is repeated.
 */
export const aliasFaults = (document: Document.Parsed): readonly SyntaxFault[] => {
  const faults: SyntaxFault[] = [];
  /** The number of values below an anchor, including those repeated by aliases; undefined until it is counted. */
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

  let depth = 0;
  let tooDeep = false;
  const sizeOf = (node: unknown): number => {
    if (repeated > MOST_REPEATED || tooDeep || !isNode(node)) return 0;
    if (depth > DEEPEST) {
      const [offset = 0] = node.range ?? [];
      faults.push({ code: TOO_DEEP, pos: [offset, offset], message: '' });
      tooDeep = true;
    }
    if (isAlias(node)) return sizeOfAlias(node.source, node.range?.[0] ?? 0);
    const { anchor } = node;
    if (anchor !== undefined) sizes.set(anchor, undefined);
    depth += 1;
    const size = 1 + below(node);
    depth -= 1;
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

/** The parser's own code for nesting beyond its limit. */
const TOO_DEEP = 'RESOURCE_EXHAUSTION';

export const isTooDeep = (faults: readonly { readonly code: string }[]): boolean =>
  faults.some(({ code }) => code === TOO_DEEP);
