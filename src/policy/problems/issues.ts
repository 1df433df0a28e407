import type { z } from 'zod';
import type { SectionProblem } from '../section.ts';
import { issueWords } from './issue-texts.ts';
import { keysAt } from './schema-keys.ts';
import { quote, suggest } from './wording.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/**
 * What zod found, as problems with a remedy.
 * A schema may bring its own words: an error text "… → …" is taken as message and remedy, the message after the value.
 */
export const issueProblems = (error: z.ZodError, schema: z.ZodType, written: unknown): readonly SectionProblem[] =>
  error.issues.flatMap((issue) => problemsOf(issue, [], schema, written));

const problemsOf = (issue: Issue, above: Path, schema: z.ZodType, written: unknown): readonly SectionProblem[] => {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, keysAt(schema, path));
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = issue.errors.find((issues) => issues.some((inner) => inner.path.length > 0));
    if (branch !== undefined) return branch.flatMap((inner) => problemsOf(inner, path, schema, written));
  }
  const [message, remedy] = issueWords(issue, at(written, path), path.at(-1));
  return [{ path, message, remedy }];
};

/** One problem for each key that nobody knows. */
export const unknownKeys = (keys: readonly string[], path: Path, known: readonly string[]): readonly SectionProblem[] =>
  keys.map((key) => ({
    path: [...path, key],
    message: `${quote(key)} is not a key that is known here`,
    remedy: suggest(key, known, 'remove it'),
  }));

const at = (written: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    written,
  );
