import { CST, Lexer } from 'yaml';

/** Stands before the text of a plain or block scalar, whatever that begins with. */
const SCALAR = '\u001f';
/** Marks of the lexer's own, that are no part of the text. */
const MARKS: ReadonlySet<string> = new Set([SCALAR, '\u0002', '\u0018']);

/** The same text without its comments; every line stays where it was. */
export const withoutComments = (text: string): string => {
  let before = '';
  let kept = '';
  for (const piece of new Lexer().lex(text)) {
    const isComment = before !== SCALAR && CST.tokenType(piece) === 'comment';
    if (!isComment && !MARKS.has(piece)) kept += piece;
    before = piece;
  }
  return kept;
};
