import type { Block, Document, Part } from './document.ts';
import { isBlockName, isCodeBlock, keptOf, roleIn, styleOf, textOf } from './html-element.ts';
import { escapeHtml, spellingOf } from './html-text.ts';
import { type HtmlElement, type HtmlNode, rawOf, readTree } from './html-tree.ts';
import { divide, textParts } from './text-parts.ts';

/** A message in HTML, as Teams sends it, taken apart. What it is made of, joined, is the message. */
export const readHtml = (html: string): Document => {
  const pieces: (string | Block)[] = [];

  const put = (piece: string | Block): void => {
    const before = pieces.at(-1);
    if (typeof piece === 'string' && typeof before === 'string') pieces[pieces.length - 1] = before + piece;
    else if (piece !== '') pieces.push(piece);
  };

  const flush = (line: HtmlNode[], role: Block['role']): void => {
    const nodes = line.splice(0);
    if (nodes.every((node) => textOf(node).trim() === '')) put(nodes.map(rawOf).join(''));
    else for (const piece of trimmed(nodes.flatMap(partsOf), role)) put(piece);
  };

  const walk = (nodes: readonly HtmlNode[], role: Block['role']): void => {
    const line: HtmlNode[] = [];
    for (const node of nodes) {
      if (!divides(node)) {
        line.push(node);
        continue;
      }
      flush(line, role);
      if (node.is !== 'element' || isCodeBlock(node) || keptOf(node)) put(rawOf(node));
      else {
        put(node.open);
        walk(node.nodes, roleIn(node, role));
        put(node.close);
      }
    }
    flush(line, role);
  };

  walk(readTree(html), 'paragraph');
  return { kind: 'html', pieces };
};

/** Whether what is before a node and what is after it are two blocks. */
const divides = (node: HtmlNode): boolean => {
  if (node.is === 'text') return false;
  if (node.is === 'raw') return isBorder(node);
  if (node.name === 'br') return true;
  return isBlockName(node.name) || (keptOf(node) === undefined && node.nodes.some(isBorder));
};

/** Half a tag must not move, or it would take in what was never inside of it. */
const isBorder = (node: HtmlNode): boolean => {
  if (node.is === 'text') return false;
  if (node.is === 'raw') return node.text === '';
  return isBlockName(node.name) || node.nodes.some(isBorder);
};

const partsOf = (node: HtmlNode): readonly Part[] => {
  if (node.is === 'text') {
    const { raw, text } = node;
    const spell = spellingOf(raw, text);
    return spell ? textParts(text, spell, escapeHtml) : [{ is: 'kept', what: 'other', source: raw, shown: text }];
  }
  const kept = keptOf(node);
  if (kept || node.is === 'raw') return kept ? [kept] : [];
  return [markOf(node)];
};

const markOf = (node: HtmlElement): Part => ({
  is: 'mark',
  open: node.open,
  close: node.close,
  ...styleOf(node),
  parts: node.nodes.flatMap(partsOf),
});

/** A translator may lose space at the ends: it stands outside. */
const trimmed = (parts: readonly Part[], role: Block['role']): readonly (string | Block)[] => {
  const inner = [...parts];
  const [lead, tail] = [takeSpace(inner, 0), takeSpace(inner, -1)];
  return [lead, { role, parts: inner }, tail];
};

/** @param parts loses it */
const takeSpace = (parts: Part[], index: 0 | -1): string => {
  const part = parts.at(index);
  if (part?.is !== 'text' || (part.source !== undefined && !spellingOf(part.source, part.text))) return '';
  const { text } = part;
  const place = index === 0 ? text.length - text.trimStart().length : text.trimEnd().length;
  const [before, after] = divide(part, [place]);
  const [space, words] = index === 0 ? [before, after] : [after, before];
  parts.splice(index, 1, ...(words && words.text !== '' ? [words] : []));
  return space?.source ?? escapeHtml(space?.text ?? '');
};
