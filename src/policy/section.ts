import type { z } from 'zod';
import { normalise } from '#platform/lib/text.ts';
import { issueProblems } from '#policy/problems/issues.ts';
import type { Policy, PolicyBase } from './policy.ts';
import { quote, suggest } from './problems/problem.ts';

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
  /** Reads the section: its typed value, or all of its problems. @param raw its YAML as data; undefined for no such section */
  read(raw: unknown, policy: PolicyBase): SectionResult<T>;
  /** Problems between sections; runs once every section has been read without a problem. */
  readonly across?: (policy: Policy) => readonly SectionProblem[];
}

/**
 * Declares a section of the policy file.
 * @param schema `z.strictObject`, so that a misspelt key is a problem; an optional section has a default (`.prefault({})`)
 * @param check finds problems of a valid value that the schema cannot, above all unknown names
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

type Path = SectionProblem['path'];

/** For the `check` of a section: names that are not in the policy. @param path of the list in the section */
export const unknownGroups = (policy: PolicyBase, names: readonly string[], path: Path): readonly SectionProblem[] =>
  names.flatMap((name, index) => unknownGroup(policy, name, [...path, index]));

/** @param path of the name in the section. */
export const unknownGroup = (policy: PolicyBase, name: string, path: Path): readonly SectionProblem[] => {
  const known = [...policy.groups, ...policy.people.map(({ key }) => key)];
  const message = 'is neither a group nor a person';
  return known.includes(name) ? [] : [unknownName(name, known, path, message, 'add it under groups first')];
};

/** @param path of the name in the section. */
export const unknownPlace = (policy: PolicyBase, key: string, path: Path): readonly SectionProblem[] => {
  const known = policy.places.map((place) => place.key);
  return known.includes(key) ? [] : [unknownName(key, known, path, 'is not a key under places', 'add the place first')];
};

/** @param path of the name in the section. */
export const unknownConversation = (policy: PolicyBase, key: string, path: Path): readonly SectionProblem[] => {
  const known = policy.conversations.map((conversation) => conversation.key);
  const message = 'is not a key under conversations';
  return known.includes(key) ? [] : [unknownName(key, known, path, message, 'add the conversation first')];
};

/**
 * Two keys for one thing: a rule for the one does not see the other, so a laxer rule would count.
 * @param idOf undefined where the entry is no such thing @param what the word for one thing @param field that has the id
 */
export const secondKeys = <T>(
  entries: Iterable<readonly [string, T | undefined]>,
  idOf: (entry: T) => string | undefined,
  path: Path,
  what: string,
  field: string,
): SectionProblem[] => {
  const owners = new Map<string, string>();
  return [...entries].flatMap(([key, entry]) => {
    const id = entry === undefined ? undefined : idOf(entry);
    if (id === undefined) return [];
    const owner = owners.get(id);
    owners.set(id, owner ?? key);
    if (owner === undefined) return [];
    const message = `${quote(key)} and ${quote(owner)} are the same ${what}`;
    return [{ path: [...path, key, field], message, remedy: `keep one key for one ${what}, or correct the ${field}` }];
  });
};

/** For the `check` of a section: entries with the same name. @param path of the mapping @param what the word for one entry */
export const sameNames = (
  entries: Readonly<Record<string, { readonly title?: string | undefined }>>,
  path: Path,
  what: string,
): readonly SectionProblem[] => {
  const owners = new Map<string, string>();
  return Object.entries(entries).flatMap(([key, { title = key }]) => {
    const taken = [key, title].map((words) => owners.get(normalise(words))).find((owner) => owner !== undefined);
    for (const words of [key, title]) owners.set(normalise(words), key);
    if (taken === undefined) return [];
    const message = `${quote(key)} or its title could also mean the ${what} ${quote(taken)}`;
    return [
      { path: [...path, key], message, remedy: 'choose another key or title (case and punctuation do not count)' },
    ];
  });
};

/** The problem of a name that is none of these. @param otherwise the remedy where there are none */
export const unknownName = (
  name: string,
  known: readonly string[],
  path: Path,
  message: string,
  otherwise: string,
): SectionProblem => ({ path, message: `${quote(name)} ${message}`, remedy: suggest(name, known, otherwise) });
