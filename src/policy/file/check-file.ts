import { basename } from 'node:path';
import type { Policy } from '../policy.ts';
import { formatProblem } from '../problems/problem.ts';
import type { PolicySection } from '../section.ts';
import { readPolicyFile } from './policy-file.ts';
import { readPolicy } from './read-policy.ts';

/**
 * Checks a policy file without using it.
 * @param print takes a line for each problem, or one line that counts what the policy holds.
 * @returns the exit code: 0 without a problem, else 1.
 */
export const checkPolicyFile = async (
  file: string,
  sections: readonly PolicySection<unknown>[],
  print: (line: string) => void,
): Promise<0 | 1> => {
  const written = await readPolicyFile(file);
  const verdict = written.ok ? readPolicy(written.text, sections, undefined) : written;
  if (verdict.ok) {
    print(`${basename(file)}: ${contents(verdict.policy)}, no problem`);
    return 0;
  }
  for (const problem of verdict.problems) print(formatProblem(file, problem));
  return 1;
};

const contents = ({ people, groups, places, conversations }: Policy): string =>
  [
    counted(people.length, 'person', 'people'),
    counted(groups.length, 'group', 'groups'),
    counted(places.length, 'place', 'places'),
    counted(conversations.length, 'conversation', 'conversations'),
  ].join(', ');

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
