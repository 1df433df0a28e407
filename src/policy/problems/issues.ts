import { z } from 'zod';
import type { SectionProblem } from '#policy/section.ts';
import { issueTexts } from './issue-texts.ts';
import { quote, suggest } from './wording.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/**
 * Zod's issues as problems with a remedy.
 * A schema may have its own texts: an error text "… → …" is message and remedy, the message after the value.
 */
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
