import { checkPolicyFile } from '../policy/check-file.ts';
import type { PolicySection } from '../policy/section.ts';

const USAGE = 'policy check FILE';

/** @returns the exit code; 1 also for a command line that says something else. */
export const policyCommand = async (
  args: readonly string[],
  sections: readonly PolicySection<unknown>[],
  print: (line: string) => void,
): Promise<0 | 1> => {
  const [command, file, ...rest] = args;
  if (command === 'check' && file !== undefined && rest.length === 0) return checkPolicyFile(file, sections, print);
  print(USAGE);
  return 1;
};
