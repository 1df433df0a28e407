import { type Block, type Document, type Part, plainOf } from './document.ts';
import { readTokens } from './html-tree.ts';
import { FENCE } from './read-message.ts';

/** A visible line. */
export interface Line {
  readonly is: 'line';
  readonly role: Block['role'];
  readonly quoted: boolean;
  /** Its prefix: the marker of a list. */
  readonly lead: string;
  readonly parts: readonly Part[];
}

interface CodeLines {
  readonly is: 'code';
  readonly text: string;
}

export interface Table {
  readonly is: 'table';
  /** Rows, their cells, and the lines of each. */
  readonly rows: readonly (readonly (readonly Line[])[])[];
}

/** The layout of a document, from top to bottom. */
export const outlineOf = (document: Document): readonly (Line | CodeLines | Table)[] =>
  document.kind === 'html' ? outlineOfHtml(document) : outlineOfText(document);

const outlineOfHtml = ({ pieces }: Document): readonly (Line | CodeLines | Table)[] => {
  const shown: (Line | CodeLines | Table)[] = [];
  const lists: { readonly ordered: boolean; count: number }[] = [];
  let [quotes, tables, codes] = [0, 0, 0];
  let [lead, code] = ['', ''];
  let rows: Line[][][] = [];

  const open = (name: string): void => {
    if (name === 'blockquote') quotes += 1;
    if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', count: 0 });
    if (name === 'li') lead = leadOf(lists);
    if (name === 'table') tables += 1;
    if (tables === 1 && name === 'tr') rows.push([]);
    if (tables === 1 && (name === 'td' || name === 'th')) rows.at(-1)?.push([]);
  };

  const close = (name: string): void => {
    if (name === 'blockquote') quotes = Math.max(0, quotes - 1);
    if (name === 'ul' || name === 'ol') lists.pop();
    if (name === 'li') lead = '';
    if (name === 'table' && tables > 0) tables -= 1;
    if (name !== 'table' || tables > 0) return;
    if (rows.flat(2).length > 0) shown.push({ is: 'table', rows });
    rows = [];
  };

  const endCode = (): void => {
    codes -= 1;
    if (codes > 0) return;
    shown.push({ is: 'code', text: code.replace(/^\n|\n$/g, '') });
    code = '';
  };

  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      const line: Line = { is: 'line', role: piece.role, quoted: quotes > 0, lead, parts: piece.parts };
      const cell = rows.at(-1)?.at(-1);
      if (cell) cell.push(line);
      else shown.push(line);
      lead = '';
      continue;
    }
    for (const token of readTokens(piece)) {
      const name = 'name' in token ? token.name : '';
      const isCode = name === 'pre' || name === 'codeblock';
      if (token.is === 'open' && isCode) codes += 1;
      else if (codes > 0 && token.is === 'close' && isCode) endCode();
      else if (codes > 0) code += token.is === 'text' ? token.text : name === 'br' ? '\n' : '';
      else if (token.is === 'open') open(name);
      else if (token.is === 'close') close(name);
    }
  }
  return rows.flat(2).length > 0 ? [...shown, { is: 'table', rows }] : shown;
};

const leadOf = (lists: readonly { readonly ordered: boolean; count: number }[]): string => {
  const list = lists.at(-1);
  if (list) list.count += 1;
  const indent = '\u00a0\u00a0'.repeat(Math.max(0, lists.length - 1));
  return `${indent}${list?.ordered ? `${list.count}.` : '•'} `;
};

const outlineOfText = ({ pieces }: Document): readonly (Line | CodeLines)[] => {
  const shown: (Line | CodeLines)[] = [];
  let head = '';
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      const lead = head.replace(/^[\s>]+/, '').replace(/^#+\s*/, '');
      shown.push({ is: 'line', role: piece.role, quoted: head.includes('>'), lead, parts: piece.parts });
      continue;
    }
    for (const { 0: fenced } of piece.matchAll(FENCE)) {
      shown.push({ is: 'code', text: fenced.replace(/^[^\n]*\n/, '').replace(/\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/, '') });
    }
    head = piece.slice(piece.lastIndexOf('\n') + 1);
  }
  return shown;
};

/** A document as plain text; possible mentions are disabled. */
export const toText = (document: Document): string =>
  document.kind === 'html'
    ? outlineOf(document).map(textOf).join('\n')
    : document.pieces.map((piece) => (typeof piece === 'string' ? inert(piece) : sourceText(piece.parts))).join('');

const sourceText = (parts: readonly Part[]): string =>
  parts.map((part) => inert(part.is === 'kept' && part.what !== 'mention' ? part.source : plainOf([part]))).join('');

const textOf = (shown: Line | CodeLines | Table): string => {
  if (shown.is === 'code') return inert(shown.text);
  if (shown.is === 'table')
    return shown.rows.map((row) => row.map((cell) => cell.map(lineText).join(' ')).join(' | ')).join('\n');
  return `${shown.quoted ? '> ' : ''}${lineText(shown)}`;
};

const lineText = ({ lead, parts }: Line): string => lead + inert(plainOf(parts).replace(/[^\S\u00a0\n]+/g, ' '));

/** A joiner inside `<at` and Teams' own `{{DATE(…)}}` keeps clients from reading them; another `{{name}}` stays as it is for who copies it. */
export const inert = (text: string): string =>
  text.replace(/<(?=\/?at\b)|\{(?=\{\s*(?:DATE|TIME)\b)/gi, (mark) => `${mark}\u200d`);
