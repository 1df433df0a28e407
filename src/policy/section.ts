import type { z } from 'zod';
import type { Policy, PolicyBase } from './policy.ts';
import { issueProblems } from './problems/issues.ts';

/** What is wrong inside a section; the path starts below the section's own key. */
export interface SectionProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly remedy: string;
}

export type SectionResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly SectionProblem[] };

/** A top-level key of the policy file that a feature or the change engine contributes. */
export interface PolicySection<T> {
  readonly name: string;
  /** The section as written (undefined when the file has none) to its typed value, or everything wrong with it. */
  read(written: unknown, policy: PolicyBase): SectionResult<T>;
  /** What only shows once every section has been read; asked when nothing else is wrong. */
  readonly across?: (policy: Policy) => readonly SectionProblem[];
}

/**
 * Declares a section of the policy file.
 * @param name its top-level key.
 * @param schema of its value: use `z.strictObject`, so that a misspelt key is a problem; a section that may be left
 *   out has a default (`.prefault({})`).
 * @param check what the schema cannot know, above all names of groups, places and conversations (names.ts helps).
 *   It runs only on a value that fits the schema.
 */
export const defineSection = <T>(
  name: string,
  schema: z.ZodType<T>,
  check?: (value: T, policy: PolicyBase) => readonly SectionProblem[],
): PolicySection<T> => ({
  name,
  read(written, policy) {
    const parsed = schema.safeParse(written);
    if (!parsed.success) return { ok: false, problems: issueProblems(parsed.error, schema, written) };
    const problems = check?.(parsed.data, policy) ?? [];
    return problems.length === 0 ? { ok: true, value: parsed.data } : { ok: false, problems };
  },
});
