import { Refusal } from './operation.ts';

const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
type Operator = (typeof operators)[number];

/** One comparison, as in `status eq 'Failed'`. */
export interface Comparison<Name extends string = string> {
  readonly name: Name;
  readonly operator: Operator;
  /** Without its quotes. */
  readonly value: string;
  /** The literal null, without quotes. */
  readonly isNull: boolean;
}

/** Alternatives (`or`) of comparisons that must all hold (`and`). */
type Condition<Name extends string = string> = readonly (readonly Comparison<Name>[])[];

/** OData's own words are lower case; without quotes a value is a number, a moment, null, true or false, and any other word a field. */
const COMPARISON = /^([\w/]+)\s+(eq|ne|gt|ge|lt|le)\s+(?:'((?:[^']|'')*)'|(null|true|false|-?\d[\w.:+-]*)(?![\w.:+-]))/;
const JOINT = /^\s+(and|or)\s+(?=\S)/;

/**
 * Reads an OData $filter of comparisons joined by `and` and `or`, without brackets. Names match in any case.
 * @param names the documented fields; @param allowed the documented operators
 * @param target the parameter's name, for the error
 * @returns one empty alternative, which always holds, for no filter
 * @throws Refusal 400 InvalidFilter for any other text
 */
export const parseCondition = <Name extends string>(
  text: string | undefined,
  names: readonly Name[],
  allowed: readonly Operator[] = operators,
  target = '$filter',
): Condition<Name> => {
  let rest = text?.trim() ?? '';
  if (rest === '') return [[]];
  const condition: Comparison<Name>[][] = [[]];
  for (;;) {
    const match = COMPARISON.exec(rest);
    const name = names.find((known) => known.toLowerCase() === match?.[1]?.toLowerCase());
    const operator = allowed.find((known) => known === match?.[2]);
    if (!match || name === undefined || operator === undefined) throw unreadable(text, names, allowed, target);
    const [, , , quoted, bare] = match;
    const value = quoted?.replaceAll("''", "'") ?? bare ?? '';
    condition.at(-1)?.push({ name, operator, value, isNull: bare === 'null' });
    rest = rest.slice(match[0].length);
    if (rest === '') return condition;
    const joint = JOINT.exec(rest);
    if (!joint) throw unreadable(text, names, allowed, target);
    if (joint[1] === 'or') condition.push([]);
    rest = rest.slice(joint[0].length);
  }
};

const unreadable = (
  text: string | undefined,
  names: readonly string[],
  allowed: readonly Operator[],
  target: string,
): Refusal => {
  const message = `The filter '${text ?? ''}' is not valid for this operation.`;
  const help = `It takes comparisons of ${names.join(', ')} with ${allowed.join(', ')}, joined by and, or.`;
  return new Refusal(
    400,
    'InvalidFilter',
    message,
    {},
    { target, details: [{ code: 'UnreadableFilter', message: help }] },
  );
};

/** @param fits whether one comparison holds */
export const holds = <Name extends string>(
  condition: Condition<Name>,
  fits: (comparison: Comparison<Name>) => boolean,
): boolean => condition.some((comparisons) => comparisons.every(fits));

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
    if (!match) throw unreadableTerm(text);
    terms.push(termOf(match, words, text));
    rest = rest.slice(match[0].length);
    if (rest === '') break;
    const and = AND.exec(rest);
    if (!and || and[0].length === rest.length) throw unreadableTerm(text);
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
  if (name === undefined || words[name] !== form) throw unreadableTerm(text);
  return { name, value: (compared ?? argument ?? '').replaceAll("''", "'") };
};

const unreadableTerm = (text: string | undefined): Refusal =>
  new Refusal(400, 'InvalidFilter', `The filter '${text ?? ''}' is not valid for this operation.`);

/** Whether an order, negative for less, fits an operator. */
export const fitsOperator: Readonly<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

export const orderOf = (left: string | number, right: string | number): number =>
  left < right ? -1 : Number(left > right);

/**
 * Reads an $orderby: `field` or `field asc|desc`, comma-separated. Names match in any case.
 * @param compare the order of two rows by one field
 * @param refused the error for any other text
 */
export const parseOrder = <Name extends string, Row>(
  text: string,
  names: readonly Name[],
  compare: (name: Name, one: Row, other: Row) => number,
  refused: () => Error,
): ((one: Row, other: Row) => number) => {
  const orders = text.split(',').map((part) => {
    const [, word, direction = 'asc'] = /^\s*([\w/]+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    const name = names.find((known) => known.toLowerCase() === word?.toLowerCase());
    if (name === undefined) throw refused();
    return { name, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
  });
  return (one, other) =>
    orders.map(({ name, sign }) => sign * compare(name, one, other)).find((order) => order !== 0) ?? 0;
};
