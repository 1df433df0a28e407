import { z } from 'zod';
import { oneLine } from '#platform/lib/text.ts';
import type { SectionProblem } from '#policy/section.ts';
import { choice, quote, show, suggest } from './problem.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/** Zod's issues as problems with a remedy. A schema's own error text "… → …" is message and remedy. */
export const issueProblems = (error: z.ZodError, schema: z.ZodType, raw: unknown): readonly SectionProblem[] =>
  error.issues.flatMap((issue) => problemsOf(issue, [], schema, raw));

const problemsOf = (issue: Issue, above: Path, schema: z.ZodType, raw: unknown): readonly SectionProblem[] => {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, keysAt(schema, path));
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = issue.errors.find((issues) => issues.some((inner) => inner.path.length > 0));
    if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, path, schema, raw));
  }
  const [message, remedy] = issueTexts(issue, at(raw, path), path.at(-1));
  return [{ path, message, remedy }];
};

/** One problem for each unknown key. */
export const unknownKeys = (keys: readonly string[], path: Path, known: readonly string[]): readonly SectionProblem[] =>
  keys.map((key) => ({
    path: [...path, key],
    message: `${quote(key)} is not a known key here`,
    remedy: suggest(key, known, 'remove it'),
  }));

const at = (raw: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    raw,
  );

type Shape = z.core.JSONSchema.BaseSchema;

/** The keys that a schema knows at a path, for "did you mean": read from the JSON Schema that zod makes of it. */
const keysAt = (schema: z.ZodType, path: readonly (string | number)[]): readonly string[] => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const found = path.reduce<readonly Shape[]>((shapes, step) => shapes.flatMap(branches).flatMap(below(step)), [root]);
  return [...new Set(found.flatMap(branches).flatMap((shape) => Object.keys(shape.properties ?? {})))];
};

const branches = (shape: Shape): readonly Shape[] => [
  shape,
  ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap(branches),
];

const below =
  (step: string | number) =>
  (shape: Shape): readonly Shape[] => {
    const next = typeof step === 'number' ? shape.items : (shape.properties?.[step] ?? shape.additionalProperties);
    return typeof next === 'object' && !Array.isArray(next) ? [next] : [];
  };

type Texts = readonly [message: string, remedy: string];

/** The message and the remedy for an issue of zod; `key` is the last step of the value's path. */
const issueTexts = (issue: Issue, value: unknown, key: string | number | undefined): Texts =>
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
