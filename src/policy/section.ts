import type { z } from 'zod';
import { issueProblems } from '#policy/problems/issues.ts';
import type { Policy, PolicyBase } from './policy.ts';

/** A problem in a section; the path starts below the section's own key. */
export interface SectionProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly remedy: string;
}

type SectionResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly SectionProblem[] };

/** A top-level key of the policy file that a feature or the change engine contributes. */
export interface PolicySection<T> {
  readonly name: string;
  /**
   * Reads the section: its typed value, or all of its problems.
   * @param raw its YAML as data; undefined when the file has no such section
   */
  read(raw: unknown, policy: PolicyBase): SectionResult<T>;
  /** Problems between sections; runs once every section has been read without a problem. */
  readonly across?: (policy: Policy) => readonly SectionProblem[];
}

/**
 * Declares a section of the policy file.
 * @param name its top-level key
 * @param schema of its value: use `z.strictObject`, so that a misspelt key is a problem; an optional section has a default
 *   (`.prefault({})`)
 * @param check finds problems that the schema cannot, above all unknown names (problems/unknown-names.ts). It runs only on a
 *   valid value.
 */
export const defineSection = <T>(
  name: string,
  schema: z.ZodType<T>,
  check?: (value: T, policy: PolicyBase) => readonly SectionProblem[],
): PolicySection<T> => ({
  name,
  read(raw, policy) {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) return { ok: false, problems: issueProblems(parsed.error, schema, raw) };
    const problems = check?.(parsed.data, policy) ?? [];
    return problems.length === 0 ? { ok: true, value: parsed.data } : { ok: false, problems };
  },
});
