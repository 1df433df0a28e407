import { quote } from './wording.ts';

/** A YAML syntax error: reported by the parser, or by our check of aliases. */
export interface SyntaxFault {
  readonly code: string;
  readonly message: string;
  /** Offsets in the text. */
  readonly pos: readonly [number, number];
}

interface Texts {
  readonly message: string;
  readonly remedy: string;
}

/** The message and the remedy for a syntax error, for people who do not know YAML well. */
export const syntaxTexts = (fault: SyntaxFault, text: string): Texts => {
  const known = table[fault.code];
  if (known === undefined) return { message: `this is not YAML (${fault.message})`, remedy: 'correct this line' };
  const word = /^[^\s:,{}[\]]*/.exec(text.slice(fault.pos[0], fault.pos[0] + 100))?.[0] ?? '';
  return { message: known.message.replace('%', () => quote(word)), remedy: known.remedy };
};

/** `%` is the word at the error. */
const table: Readonly<Record<string, Texts>> = {
  DUPLICATE_KEY: { message: 'the key % is here twice', remedy: 'keep one of the two' },
  TAB_AS_INDENT: { message: 'a tab is used for indentation', remedy: 'use spaces' },
  BAD_INDENT: {
    message: 'the indentation does not fit the lines above, or a bracket is not closed',
    remedy: 'start the keys of a mapping in the same column, and close every [ and {',
  },
  MISSING_CHAR: { message: 'a quote or a bracket is not closed', remedy: 'add the closing quote or bracket' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'there is a second colon on the line',
    remedy: 'quote a value that contains a colon and a space, or start a new line',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key has no colon and space after it',
    remedy: 'write "key: value", with a space after the colon',
  },
  BAD_SCALAR_START: { message: 'a value cannot start with this character', remedy: 'put the value in quotes' },
  BAD_DQ_ESCAPE: { message: 'a backslash in double quotes has no meaning here', remedy: 'use single quotes' },
  MULTIPLE_DOCS: { message: 'a second document starts here', remedy: 'remove the --- line: one file, one policy' },
  TAG_RESOLVE_FAILED: { message: 'the YAML tag % has no meaning here', remedy: 'remove it, or quote the value' },
  NON_STRING_KEY: { message: 'a key is not plain text', remedy: 'write a name before the colon' },
  RESOURCE_EXHAUSTION: { message: 'values are nested too deeply', remedy: 'remove the needless brackets' },
  ALIAS_UNKNOWN: { message: 'the alias % has no anchor above it', remedy: 'write the value itself, or quote it' },
  ALIAS_LOOP: { message: 'the alias % is inside its own anchor', remedy: 'write the value itself' },
  ALIAS_EXCESS: { message: 'aliases repeat too much', remedy: 'write the values themselves, or use groups' },
};
