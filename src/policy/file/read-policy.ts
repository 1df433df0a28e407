import { baseKeys, readBaseEntries } from '#policy/model/base-entries.ts';
import { createPolicyBase, type MembersOf, nothingRead } from '#policy/model/policy-base.ts';
import type { Policy } from '#policy/policy.ts';
import { unknownKeys } from '#policy/problems/issues.ts';
import type { PolicyProblem } from '#policy/problems/problem.ts';
import type { PolicySection, SectionProblem } from '#policy/section.ts';
import { isMapping, parseYaml } from './yaml-source.ts';

export type PolicyReading =
  | {
      readonly ok: true;
      /** With no group of the directory read. */
      readonly policy: Policy;
      /** The same policy with these members of the directory's groups. */
      readonly policyWith: (membersOf: MembersOf) => Policy;
    }
  /** In the order of the lines; never empty. */
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * Reads the text of a policy file: a policy, or all problems of the text at once.
 * @param tenantId undefined when it is not known (the policy check of the command line)
 */
export const readPolicy = (
  text: string,
  sections: readonly PolicySection<unknown>[],
  tenantId: string | undefined,
): PolicyReading => {
  const source = parseYaml(text);
  const { data } = source;
  if (data === undefined) return { ok: false, problems: sorted(source.problems) };
  if (!isMapping(data)) return { ok: false, problems: [...source.problems, source.locate(noMapping)] };

  const { entries, problems: baseProblems } = readBaseEntries(data, tenantId);
  const base = createPolicyBase(entries, nothingRead);
  const known = [...baseKeys, ...sections.map(({ name }) => name)];
  const unknown = Object.keys(data).filter((key) => !known.includes(key));
  const read = sections.map((section) => ({ section, result: section.read(data[section.name], base) }));
  const sectionProblems = read.flatMap(({ section, result }) =>
    result.ok ? [] : result.problems.map((problem) => ({ ...problem, path: [section.name, ...problem.path] })),
  );
  const found = [...unknownKeys(unknown, [], known), ...baseProblems, ...sectionProblems].map(source.locate);
  const problems = sorted([...source.problems, ...found]);
  if (problems.length > 0) return { ok: false, problems };

  const values = new Map(read.map(({ section, result }) => [section.name, result.ok ? result.value : undefined]));
  const section = <T>({ name }: PolicySection<T>): T => {
    if (!values.has(name)) throw new Error(`the policy was read without its section ${name}`);
    return values.get(name) as T;
  };
  const policy: Policy = { ...base, section };
  const policyWith = (membersOf: MembersOf): Policy => ({ ...createPolicyBase(entries, membersOf), section });
  const across = sections.flatMap(({ name, across: check }) =>
    (check?.(policy) ?? []).map((problem) => source.locate({ ...problem, path: [name, ...problem.path] })),
  );
  return across.length === 0 ? { ok: true, policy, policyWith } : { ok: false, problems: sorted(across) };
};

const noMapping: SectionProblem = {
  path: [],
  message: 'the file has no keys',
  remedy: 'write "people:" and the other keys of a policy, each on its own line',
};

const sorted = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
