import { createPolicyBase } from '../model/base.ts';
import { directoryKeys, readDirectory } from '../model/directory.ts';
import type { Policy } from '../policy.ts';
import { unknownKeys } from '../problems/issues.ts';
import type { PolicyProblem } from '../problems/problem.ts';
import type { PolicySection, SectionProblem } from '../section.ts';
import { isMapping } from './mapping.ts';
import { parseYaml } from './yaml-source.ts';

export type PolicyReading =
  | { readonly ok: true; readonly policy: Policy }
  /** In the order of the lines; never empty. */
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * The text of a policy file to a policy, or everything that is wrong with it at once.
 * @param tenantId undefined when it is not known (the policy check of the command line).
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

  const { core, problems: coreProblems } = readDirectory(data, tenantId);
  const base = createPolicyBase(core);
  const known = [...directoryKeys, ...sections.map(({ name }) => name)];
  const strangers = Object.keys(data).filter((key) => !known.includes(key));
  const read = sections.map((section) => ({ section, result: section.read(data[section.name], base) }));
  const sectionProblems = read.flatMap(({ section, result }) =>
    result.ok ? [] : result.problems.map((problem) => ({ ...problem, path: [section.name, ...problem.path] })),
  );
  const found = [...unknownKeys(strangers, [], known), ...coreProblems, ...sectionProblems].map(source.locate);
  const problems = sorted([...source.problems, ...found]);
  if (problems.length > 0) return { ok: false, problems };

  const values = new Map(read.map(({ section, result }) => [section.name, result.ok ? result.value : undefined]));
  const policy: Policy = {
    ...base,
    section<T>(section: PolicySection<T>): T {
      if (!values.has(section.name)) throw new Error(`the policy was read without its section ${section.name}`);
      return values.get(section.name) as T;
    },
  };
  const across = sections.flatMap(({ name, across: check }) =>
    (check?.(policy) ?? []).map((problem) => source.locate({ ...problem, path: [name, ...problem.path] })),
  );
  return across.length === 0 ? { ok: true, policy } : { ok: false, problems: sorted(across) };
};

const noMapping: SectionProblem = {
  path: [],
  message: 'the file holds no keys',
  remedy: 'write "people:" and the other keys of a policy, each on a line of its own',
};

const sorted = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
