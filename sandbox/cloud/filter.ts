import { Refusal } from './refusal.ts';

/** The form of a term: `atScope()`, `assignedTo('…')` or `principalId eq '…'`. */
type TermForm = 'flag' | 'call' | 'equals';

export interface Term<Name extends string = string> {
  readonly name: Name;
  /** Empty for a flag. */
  readonly value: string;
}

/** OData's own words are lower case. */
const TERM = /^(\w+)(?:\(\s*(?:'((?:[^']|'')*)'\s*)?\)|\s+eq\s+'((?:[^']|'')*)')/;
const AND = /^\s+and\s+/;

/**
 * Parses a $filter of terms that are joined by `and`. Names match in any case, values keep theirs.
 * @param words the documented terms with their forms
 * @returns no terms for no filter
 * @throws Refusal 400 InvalidFilter for any other text
 */
export const parseFilter = <Name extends string>(
  text: string | undefined,
  words: Readonly<Record<Name, TermForm>>,
): readonly Term<Name>[] => {
  let rest = text?.trim() ?? '';
  const terms: Term<Name>[] = [];
  while (rest !== '') {
    const match = TERM.exec(rest);
    if (!match) throw unreadable(text);
    terms.push(termOf(match, words, text));
    rest = rest.slice(match[0].length);
    if (rest === '') break;
    const and = AND.exec(rest);
    if (!and || and[0].length === rest.length) throw unreadable(text);
    rest = rest.slice(and[0].length);
  }
  return terms;
};

const termOf = <Name extends string>(
  [, word = '', argument, compared]: RegExpExecArray,
  words: Readonly<Record<Name, TermForm>>,
  text: string | undefined,
): Term<Name> => {
  const name = (Object.keys(words) as Name[]).find((known) => known.toLowerCase() === word.toLowerCase());
  const form: TermForm = compared !== undefined ? 'equals' : argument !== undefined ? 'call' : 'flag';
  if (name === undefined || words[name] !== form) throw unreadable(text);
  return { name, value: (compared ?? argument ?? '').replaceAll("''", "'") };
};

const unreadable = (text: string | undefined): Refusal =>
  new Refusal(400, 'InvalidFilter', `The filter '${text ?? ''}' is not valid for this operation.`);
