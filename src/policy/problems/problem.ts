import { basename } from 'node:path';
import { AppError } from '#platform/lib/errors.ts';

/** A problem of the policy file, and what to write instead. */
export interface PolicyProblem {
  /** Both count from 1. A missing key has the position of its mapping. */
  readonly line: number;
  readonly column: number;
  /** Keys joined by dots, such as `places.payments.scope`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

/** A problem on one line: `policy.yaml:12:5 places.payments.scope: … → …`. */
export const formatProblem = (file: string, problem: PolicyProblem): string => {
  const place = `${file}:${problem.line}:${problem.column}`;
  return `${place} ${problem.path === '' ? '' : `${problem.path}: `}${problem.message} → ${problem.remedy}`;
};

/** The policy file cannot be used; Steward does not start without a valid policy. */
export class PolicyInvalid extends AppError {
  override readonly name = 'PolicyInvalid';
  readonly problems: readonly PolicyProblem[];

  constructor(file: string, problems: readonly PolicyProblem[]) {
    const lines = problems.map((problem) => formatProblem(basename(file), problem));
    super({
      code: 'Policy.Invalid',
      text: 'policy.error.invalid',
      values: { file: basename(file), count: problems.length, problems: lines.join('\n') },
    });
    this.problems = problems;
    this.message = lines.join('\n');
  }
}
