import { approvalsOf, type ChangeRule } from '#engine/changes/decision/rules.ts';
import { EVERYONE, SELF } from '#policy/model/entries.ts';
import type { Policy } from '#policy/policy.ts';
import type { SectionProblem } from '#policy/section.ts';
import { breakGlassOf } from '../policy.ts';
import { reviewersOf } from './review.ts';

/** What a rule for break-glass must not leave open. */
export const breakGlassProblems = (rule: ChangeRule, policy: Policy): readonly SectionProblem[] => {
  const anybody = rule.ask.findIndex((name) => name === EVERYONE || name === SELF);
  if (!breakGlassOf(policy)) {
    return [
      problem(
        ['change'],
        'break-glass has no review',
        'add "breakGlass: { review: { by: [a group] } }" under "access"',
      ),
    ];
  }
  const reviewers = breakGlassOf(policy)?.review.by ?? [];
  const isUnread = policy.unreadAmong([...rule.ask, ...reviewers]).length > 0;
  const alone = (isUnread ? [] : rule.ask)
    .flatMap((name) => policy.membersOf(name))
    .filter(({ objectId }) => reviewersOf(policy, objectId).length === 0);
  return [
    ...(approvalsOf(rule) === 0
      ? []
      : [
          problem(
            ['approvals'],
            'break-glass is granted at once, but this rule requires approvals',
            'write "approvals: 0"',
          ),
        ]),
    ...(anybody < 0
      ? []
      : [problem(['ask', anybody], 'break-glass is for named people', 'write groups or people instead')]),
    ...(rule.onBehalf
      ? [problem(['onBehalf'], 'nobody breaks the glass in the place of somebody else', 'take it out')]
      : []),
    ...(rule.card === undefined
      ? [problem([], 'the rule has no conversation for its cards', 'add "card" with the key of a conversation')]
      : []),
    ...alone.map(({ name }) =>
      problem(
        ['ask'],
        `nobody else could review what ${name} does`,
        'add somebody to "review" under "access: breakGlass"',
      ),
    ),
  ];
};

const problem = (path: SectionProblem['path'], message: string, remedy: string): SectionProblem => ({
  path,
  message,
  remedy,
});
