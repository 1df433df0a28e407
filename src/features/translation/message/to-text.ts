import { type Document, type Part, plainOf } from './document.ts';
import { type HtmlToken, readTokens } from './html-tree.ts';
import { type CodeLines, type Line, outlineOf, type Table } from './outline.ts';
import { isMention } from './read-html.ts';
import { escapeHtml } from './text-parts.ts';

/** A document as the message that it was read from, byte for byte where nothing was translated; its mentions are live. */
export const toSource = (document: Document): string =>
  written(document, ({ source }) => source, String, document.kind === 'html' ? escapeHtml : String);

/** The same as HTML that may be posted: mentions are names and nobody is called again. */
export const toHtml = (document: Document): string => {
  if (document.kind === 'text') return escapeHtml(toText(document)).replace(/\r?\n/g, '<br>');
  return written(
    document,
    ({ what, source, shown }) => (what === 'mention' ? escapeHtml(shown) : mute(source)),
    mute,
    escapeHtml,
  );
};

const written = (
  { pieces }: Document,
  keep: (part: Extract<Part, { is: 'kept' }>) => string,
  between: (markup: string) => string,
  spell: (text: string) => string,
): string => {
  const write = (part: Part): string => {
    if (part.is === 'kept') return keep(part);
    if (part.is === 'mark') return between(part.open) + part.parts.map(write).join('') + between(part.close);
    return part.is === 'text' ? (part.source ?? spell(part.text)) : spell(part.phrase);
  };
  return pieces.map((piece) => (typeof piece === 'string' ? between(piece) : piece.parts.map(write).join(''))).join('');
};

/** Markup without tags that call people. */
const mute = (markup: string): string =>
  readTokens(markup)
    .map((token) => (calls(token) ? '' : token.raw))
    .join('');

const calls = (token: HtmlToken): boolean =>
  'name' in token && (token.name === 'at' || ('attributes' in token && isMention(token.attributes)));

/** A document as plain text, as people read it; what could pass for a mention is one no more. */
export const toText = (document: Document): string => {
  if (document.kind === 'html') return outlineOf(document).map(textOf).join('\n');
  return written(document, ({ what, source, shown }) => inert(what === 'mention' ? shown : source), inert, inert);
};

const textOf = (shown: Line | CodeLines | Table): string => {
  if (shown.is === 'code') return inert(shown.text);
  if (shown.is === 'table')
    return shown.rows.map((row) => row.map((cell) => cell.map(lineText).join(' ')).join(' | ')).join('\n');
  return `${shown.quoted ? '> ' : ''}${shown.lead}${lineText(shown)}`;
};

const lineText = ({ parts }: Line): string => inert(plainOf(parts).replace(/[^\S\u00a0\n]+/g, ' '));

/** A joiner inside `<at` and before the second brace of Teams' own `{{DATE(…)}}` keeps clients from reading them. */
export const inert = (text: string): string => text.replace(/<(?=\/?at\b)|\{(?=\{)/gi, (mark) => `${mark}\u200d`);
