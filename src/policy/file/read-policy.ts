import { basename } from 'node:path';
import { baseKeys, readBaseEntries } from '#policy/model/base-entries.ts';
import { createPolicyBase, type MembersOf, nothingRead } from '#policy/model/policy-base.ts';
import type { Policy } from '#policy/policy.ts';
import { unknownKeys } from '#policy/problems/issues.ts';
import { formatProblem, type PolicyProblem } from '#policy/problems/problem.ts';
import type { PolicySection, SectionProblem } from '#policy/section.ts';
import { readPolicyFile } from './policy-file.ts';
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

/** Reads a policy file's text: a policy, or all problems at once. @param tenantId undefined for the command line's check */
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

/** Checks a policy file without using it. @param print gets a line for each problem, or one with the counts @returns the exit code */
export const checkPolicyFile = async (
  file: string,
  sections: readonly PolicySection<unknown>[],
  print: (line: string) => void,
): Promise<0 | 1> => {
  const content = await readPolicyFile(file);
  const reading = content.ok ? readPolicy(content.text, sections, undefined) : content;
  if (reading.ok) {
    print(`${basename(file)}: ${countsOf(reading.policy)}, no problem`);
    return 0;
  }
  for (const problem of reading.problems) print(formatProblem(basename(file), problem));
  return 1;
};

const countsOf = ({ people, groups, places, conversations }: Policy): string =>
  [
    counted(people.length, 'person', 'people'),
    counted(groups.length, 'group', 'groups'),
    counted(places.length, 'place', 'places'),
    counted(conversations.length, 'conversation', 'conversations'),
  ].join(', ');

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** A person of a policy file, named by an account. */
export interface NamedAccount {
  readonly key: string;
  /** In lower case. */
  readonly account: string;
  /** The object id beside it, in lower case; undefined where it is not found yet. */
  readonly id: string | undefined;
}

/** The people a policy file names by an account; those without an object id make it unusable until they are pinned. */
export const accountsIn = (text: string): readonly NamedAccount[] => {
  const { data } = parseYaml(text);
  const people = isMapping(data) && isMapping(data['people']) ? data['people'] : {};
  return Object.entries(people).flatMap(([key, entry]) => {
    if (!isMapping(entry) || typeof entry['account'] !== 'string') return [];
    const { account, id } = entry;
    return [{ key, account: account.toLowerCase(), id: typeof id === 'string' ? id.toLowerCase() : undefined }];
  });
};

/** The groups of the directory that a policy file names, with their object ids. */
export const directoryGroupsIn = (text: string): readonly { readonly name: string; readonly id: string }[] => {
  const { data } = parseYaml(text);
  const groups = isMapping(data) && isMapping(data['groups']) ? data['groups'] : {};
  return Object.entries(groups).flatMap(([name, entry]) =>
    isMapping(entry) && typeof entry['entra'] === 'string' ? [{ name, id: entry['entra'].toLowerCase() }] : [],
  );
};

/** The same text with an object id before each of these accounts; everything else, comments too, stays as it is written. */
export const withPinned = (text: string, ids: ReadonlyMap<string, string>): string => {
  const accounts = parseYaml(text)
    .values()
    .filter(({ path: [area, , field], path }) => path.length === 3 && area === 'people' && field === 'account')
    .flatMap(({ path: [, key], from }) => {
      const id = ids.get(String(key));
      return id === undefined ? [] : [{ id, at: text.lastIndexOf('account', from) }];
    })
    .toSorted((a, b) => b.at - a.at);
  return accounts.reduce((written, { id, at }) => {
    const line = written.slice(written.lastIndexOf('\n', at - 1) + 1, at);
    const end = /^\s*$/.test(line) ? `\n${line}` : ', ';
    return `${written.slice(0, at)}id: ${id}${end}${written.slice(at)}`;
  }, text);
};
