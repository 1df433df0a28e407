import type { z } from 'zod';
import { oneLine } from '#platform/lib/text.ts';
import { choice, quote, show, suggest } from './wording.ts';

type Issue = z.core.$ZodIssue;
type Texts = readonly [message: string, remedy: string];

/** The message and the remedy for an issue of zod; `key` is the last step of the value's path. */
export const issueTexts = (issue: Issue, value: unknown, key: string | number | undefined): Texts =>
  ownTexts(issue, value) ?? textsOf(issue, value, key);

const ownTexts = (issue: Issue, value: unknown): Texts | undefined => {
  const [message, remedy] =
    (issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message)?.split(' → ') ?? [];
  if (message === undefined || remedy === undefined) return undefined;
  return [`${issue.code === 'invalid_key' ? quote(String(issue.path.at(-1))) : show(value)} ${message}`, remedy];
};

const textsOf = (issue: Issue, value: unknown, key: string | number | undefined): Texts => {
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts(issue.expected, value, key);
    case 'invalid_value':
      return choiceTexts(issue.values.map(String), value, key);
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) && typeof value !== 'object'
        ? choiceTexts(issue.options.map(String), value, key)
        : typeTexts('accepted', value, key);
    case 'too_small':
      return [
        `${show(value)} is too ${measures[issue.origin]?.small ?? 'small'}`,
        limit(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum),
      ];
    case 'too_big':
      return [
        `${show(value)} is too ${measures[issue.origin]?.big ?? 'large'}`,
        limit(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum),
      ];
    default:
      return [`${show(value)} is not allowed here`, `correct it (${issue.message})`];
  }
};

const choiceTexts = (options: readonly string[], value: unknown, key: string | number | undefined): Texts =>
  value === undefined
    ? [`${quote(String(key))} is missing`, `add it with one of: ${choice(options)}`]
    : [`${show(value)} is not an accepted value`, suggest(String(value), options, 'remove it')];

const typeTexts = (expected: string, value: unknown, key: string | number | undefined): Texts => {
  const { name, remedy, example } = kindOf(expected);
  if (value === undefined) {
    if (key === undefined) return ['the section is missing', 'add it as in the example policy'];
    return [`${quote(String(key))} is missing`, `add "${key}: ${example}"`];
  }
  const scalar = typeof value === 'number' || typeof value === 'boolean';
  if (expected === 'string' && scalar) return [`${show(value)} is not text`, `put it in quotes: "${String(value)}"`];
  if (expected === 'array' && typeof value === 'string')
    return [`${show(value)} is not a list`, `write [${oneLine(value, 60)}]`];
  return [`${show(value)} is not ${name}`, remedy];
};

const mapping = { name: 'a mapping', remedy: 'write its keys below it, each on its own line', example: '{ … }' };

const kinds = {
  string: { name: 'text', remedy: 'write a text', example: '…' },
  number: { name: 'a number', remedy: 'write a number without quotes', example: '1' },
  int: { name: 'a whole number', remedy: 'write a whole number without quotes', example: '1' },
  boolean: { name: 'true or false', remedy: 'write true or false without quotes', example: 'true' },
  array: { name: 'a list', remedy: 'write a list, as [one, two]', example: '[one, two]' },
  object: mapping,
  record: mapping,
  other: { name: 'of an accepted type', remedy: 'write it as in the example policy', example: '…' },
};

const kindOf = (expected: string) =>
  Object.hasOwn(kinds, expected) ? kinds[expected as keyof typeof kinds] : kinds.other;

const measures: Readonly<Record<string, { readonly of: string; readonly small: string; readonly big: string }>> = {
  string: { of: 'characters', small: 'short', big: 'long' },
  array: { of: 'entries', small: 'short', big: 'long' },
};

const limit = (origin: string, relation: string, bound: number | bigint): string => {
  const measure = measures[origin];
  return measure ? `the number of ${measure.of} must be ${relation} ${bound}` : `write ${relation} ${bound}`;
};
