import type { Block, Document, Message } from './document.ts';
import { type Protected, protectedIn } from './protect.ts';
import { readHtml } from './read-html.ts';
import { textParts } from './text-parts.ts';

/** A message taken apart, whatever is in it; joined by `toSource` it is the message again. */
export const readMessage = ({ kind, content }: Message): Document =>
  kind === 'html' ? readHtml(content) : readText(content);

/** Three backticks or tildes, and all until they come again or the text ends. */
export const FENCE =
  /(?<![^\n])([ \t]*)(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n(?:[\s\S]*?\n[ \t]*\2[ \t]*(?=\r?\n|$)|[\s\S]*$)/gu;

/** What stands before a line's words: quote marks, then the mark of a list or a heading. */
const HEAD = /^([ \t]*(?:>[ \t]*)*)((?:[-*+•‣–]|\d{1,3}[.)])[ \t]+|#{1,6}[ \t]+)?/u;

/** A message in plain text taken apart, a block for each line. What it is made of, joined, is the message. */
export const readText = (text: string): Document => {
  const pieces: (string | Block)[] = [];
  const put = (piece: string | Block): void => {
    const before = pieces.at(-1);
    if (typeof piece === 'string' && typeof before === 'string') pieces[pieces.length - 1] = before + piece;
    else if (piece !== '') pieces.push(piece);
  };

  let at = 0;
  const lines = (to: number): void => {
    for (const line of text.slice(at, to).split(/(\r?\n)/)) for (const piece of readLine(line)) put(piece);
  };
  for (const { 0: code, index } of text.matchAll(FENCE)) {
    lines(index);
    put(code);
    at = index + code.length;
  }
  lines(text.length);
  return { kind: 'text', pieces };
};

const readLine = (line: string): readonly (string | Block)[] => {
  const [head = '', quote = '', mark = ''] = HEAD.exec(line) ?? [];
  const rest = line.slice(head.length);
  const words = rest.trim();
  if (words === '') return [line];
  const start = rest.indexOf(words);
  const role = mark.startsWith('#') ? 'heading' : mark !== '' ? 'item' : quote.includes('>') ? 'quote' : 'paragraph';
  const parts = textParts(words, (from, to) => words.slice(from, to), String, found(words));
  return [head + rest.slice(0, start), { role, parts }, rest.slice(start + words.length)];
};

/** How the Bot Framework writes a mention into plain text. */
const MENTION = /<at\b[^<>]{0,200}>([^<>]{0,200})<\/at>/gi;

const found = (text: string): readonly Protected[] => {
  const mentions = [...text.matchAll(MENTION)].map(
    ({ 0: { length }, 1: shown = '', index }): Protected => ({
      from: index,
      to: index + length,
      what: 'mention',
      shown,
    }),
  );
  if (mentions.length === 0) return protectedIn(text);
  const others = protectedIn(text).filter(({ from, to }) => mentions.every((one) => to <= one.from || from >= one.to));
  return [...mentions, ...others].sort((a, b) => a.from - b.from);
};
