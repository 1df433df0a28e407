import { basename } from 'node:path';
import { AppError } from '#platform/lib/errors.ts';
import { editDistance, oneLine } from '#platform/lib/text.ts';

/** A problem of the policy file, and what to write instead. */
export interface PolicyProblem {
  /** Both count from 1. A missing key has the position of its mapping. */
  readonly line: number;
  readonly column: number;
  /** Keys joined by dots, such as `places.payments.scope`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

/** A problem on one line: `policy.yaml:12:5 places.payments.scope: … → …`. */
export const formatProblem = (file: string, problem: PolicyProblem): string => {
  const place = `${file}:${problem.line}:${problem.column}`;
  return `${place} ${problem.path === '' ? '' : `${problem.path}: `}${problem.message} → ${problem.remedy}`;
};

/** The policy file cannot be used; Steward does not start without a valid policy. */
export class PolicyInvalid extends AppError {
  override readonly name = 'PolicyInvalid';
  readonly problems: readonly PolicyProblem[];

  constructor(file: string, problems: readonly PolicyProblem[]) {
    const lines = problems.map((problem) => formatProblem(basename(file), problem));
    super({
      code: 'Policy.Invalid',
      text: 'policy.error.invalid',
      values: { file: basename(file), count: problems.length, problems: lines.join('\n') },
    });
    this.problems = problems;
    this.message = lines.join('\n');
  }
}

/** A value of the policy file, for the text of a problem. */
export const show = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return value === '' ? 'an empty text' : quote(value);
  return `the ${Number.isFinite(value) ? 'number' : 'value'} ${String(value)}`;
};

export const quote = (word: string): string => `"${oneLine(word, 60)}"`;

/** The options of a choice, as many as fit on a line. */
export const choice = (options: readonly string[]): string => {
  const shown = options.slice(0, MOST_SHOWN).join(', ');
  return options.length > MOST_SHOWN ? `${shown} and ${options.length - MOST_SHOWN} more` : shown;
};

const MOST_SHOWN = 12;

/** "Did you mean" if an option is similar, otherwise all of them; `otherwise` if there are none. */
export const suggest = (word: string, options: readonly string[], otherwise: string): string => {
  const near = nearest(word, options);
  if (near !== undefined) return `did you mean ${quote(near)}?`;
  return options.length === 0 ? otherwise : `write one of: ${choice(options)}`;
};

/** The option most similar to the word, if one is similar enough. */
export const nearest = (word: string, options: readonly string[]): string | undefined => {
  if (word.length > LONGEST_COMPARED) return undefined;
  const ranked = options
    .map((option) => ({ option, distance: editDistance(word.toLowerCase(), option.toLowerCase()) }))
    .filter(({ option, distance }) => distance <= allowed(Math.min(word.length, option.length)))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.option;
};

const LONGEST_COMPARED = 64;

/** Two swapped letters count as two changes. */
const allowed = (letters: number): number => Math.min(3, Math.max(1, Math.floor(letters / 2)));

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
