import { z } from 'zod';
import { Refusal } from './operation.ts';

/**
 * An object of a request's body: field names in any case, null as absent, unknown fields left out. The result has
 * the names of `shape`.
 */
export const anyCase = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
      const name = names.get(key.toLowerCase());
      return name === undefined || field === null ? [] : [[name, field]];
    });
    return Object.fromEntries(fields);
  };
  return z.preprocess(rename, z.object(shape));
};

/** One of these words in any case; the result is the word as listed. */
export const anyCaseWord = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (value) => words.find((word) => typeof value === 'string' && word.toLowerCase() === value.toLowerCase()) ?? value,
    z.enum(words),
  );

/** Parses a body. @throws Refusal 400 InvalidRequestContent that names the first wrong field, never a value */
export const readBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const read = schema.safeParse(body, { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalid(issue ? sentenceOf(issue) : 'The body is unreadable.');
};

/** The public service stops at the first fault and puts it into one sentence. */
const sentenceOf = (issue: z.core.$ZodIssue): string => {
  const path = pathOf(issue.path);
  if (issue.input === undefined && path === '') return 'A non-empty request body is required.';
  if (issue.input === undefined)
    return `Required property '${pathOf(issue.path.slice(-1))}' not found in JSON. Path '${pathOf(issue.path.slice(0, -1))}'.`;
  return `${reasonOf(issue)}. Path '${path}'.`;
};

const reasonOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_value') return `The value is none of '${issue.values.join(', ')}'`;
  if (issue.code === 'invalid_type') return `The value is no ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small') return `${SIZES[issue.origin] ?? 'The value'} is less than ${issue.minimum}`;
  if (issue.code === 'too_big') return `${SIZES[issue.origin] ?? 'The value'} is more than ${issue.maximum}`;
  return `The value is not valid: ${issue.message}`;
};

/** For the library's names of types. */
const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
const SIZES: Readonly<Record<string, string>> = { array: 'The number of elements', string: 'The length' };

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');

/** The refusal of a JSON body that is not as documented. @param fault whole sentences */
export const invalid = (fault: string): Refusal =>
  new Refusal(
    400,
    'InvalidRequestContent',
    `The request content was invalid and could not be deserialized: '${fault}'.`,
  );
