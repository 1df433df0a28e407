import { basename } from 'node:path';
import type { Policy } from '#policy/policy.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import type { PolicySection } from '#policy/section.ts';
import { readPolicyFile } from './policy-file.ts';
import { readPolicy } from './read-policy.ts';

/**
 * Checks a policy file without using it.
 * @param print gets a line for each problem, or one line with the counts of people, groups, places and conversations
 * @returns the exit code: 0 without a problem, else 1.
 */
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
