import { Refusal } from './refusal.ts';

const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];

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
export type Condition<Name extends string = string> = readonly (readonly Comparison<Name>[])[];

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
