import { type Document, isAlias, isNode, visit } from 'yaml';
import type { SyntaxFault } from './syntax-words.ts';

/** More than this, counted as they multiply, is no policy that a person wrote. */
const MOST_ALIASES = 100;

/** Aliases that lead nowhere or into themselves, and those that multiply: they make a huge file of a small one. */
export const aliasFaults = (document: Document.Parsed): readonly SyntaxFault[] => {
  const faults: SyntaxFault[] = [];
  const anchors = new Map<string, unknown>();
  const aliasesWithin = new Map<unknown, number>();
  let total = 0;
  visit(document, (_key, node, ancestors) => {
    if (!isAlias(node)) {
      if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
      return undefined;
    }
    const target = anchors.get(node.source);
    const weight = 1 + (aliasesWithin.get(target) ?? 0);
    for (const ancestor of ancestors) aliasesWithin.set(ancestor, (aliasesWithin.get(ancestor) ?? 0) + weight);
    total += weight;
    const offset = node.range?.[0] ?? 0;
    const code =
      target === undefined ? 'ALIAS_UNKNOWN' : ancestors.includes(target as never) ? 'ALIAS_LOOP' : undefined;
    if (code !== undefined) faults.push({ code, pos: [offset, offset], message: node.source });
    if (total <= MOST_ALIASES) return undefined;
    faults.push({ code: 'ALIAS_EXCESS', pos: [offset, offset], message: node.source });
    return visit.BREAK;
  });
  return faults;
};
