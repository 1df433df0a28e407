import type { PolicyBase } from './policy.ts';
import type { SectionProblem } from './section.ts';
import { quote, suggest } from './wording.ts';

type Path = SectionProblem['path'];

/**
 * For the `check` of a section: the names that the policy does not know.
 * @param path of the list in the section.
 */
export const unknownGroups = (policy: PolicyBase, names: readonly string[], path: Path): readonly SectionProblem[] =>
  names.flatMap((name, index) => unknownGroup(policy, name, [...path, index]));

/** @param path of the name in the section. */
export const unknownGroup = (policy: PolicyBase, name: string, path: Path): readonly SectionProblem[] => {
  const known = [...policy.groups, ...policy.people.map(({ key }) => key)];
  const message = 'is neither a group nor a person';
  return known.includes(name) ? [] : [unknown(name, known, path, message, 'add it under groups first')];
};

/** @param path of the name in the section. */
export const unknownPlace = (policy: PolicyBase, key: string, path: Path): readonly SectionProblem[] => {
  const known = policy.places.map((place) => place.key);
  return known.includes(key) ? [] : [unknown(key, known, path, 'is no key under places', 'add the place first')];
};

/** @param path of the name in the section. */
export const unknownConversation = (policy: PolicyBase, key: string, path: Path): readonly SectionProblem[] => {
  const known = policy.conversations.map((conversation) => conversation.key);
  const message = 'is no key under conversations';
  return known.includes(key) ? [] : [unknown(key, known, path, message, 'add the conversation first')];
};

const unknown = (
  name: string,
  known: readonly string[],
  path: Path,
  message: string,
  otherwise: string,
): SectionProblem => ({ path, message: `${quote(name)} ${message}`, remedy: suggest(name, known, otherwise) });
