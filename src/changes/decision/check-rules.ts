import type { Policy } from '../../policy/policy.ts';
import { suggest } from '../../policy/problems/wording.ts';
import type { PolicySection, SectionProblem } from '../../policy/section.ts';
import type { ChangeKind } from '../change-kind.ts';
import { tooFewApprovals } from './quorum.ts';
import { type ChangeRule, changesSection, decidingGroups } from './rules.ts';

/**
 * The section of the rules, held against what there is: a rule that names a change, a role or a place which does not exist
 * would never fit, and what it was to guard would fall to the next, laxer one.
 */
export const rulesSection = (kinds: readonly ChangeKind[]): PolicySection<unknown> => ({
  ...changesSection,
  across: (policy) => {
    const { rules } = policy.section(changesSection);
    return rules.flatMap((rule, index) =>
      [...ruleProblems(rule, kinds, policy), ...tooFewApprovals(rules, index, kinds, policy)].map((problem) => ({
        ...problem,
        path: ['rules', index, ...problem.path],
      })),
    );
  },
});

const ruleProblems = (rule: ChangeRule, kinds: readonly ChangeKind[], policy: Policy): SectionProblem[] => {
  const named = kinds.filter(({ name }) => rule.change.includes(name));
  const facets = named.map((kind) => kind.facetWords(policy));
  const facetNames = [...new Set(facets.flatMap((words) => Object.keys(words)))];
  return [
    ...unknown(
      rule.change,
      kinds.map(({ name }) => name),
      ['change'],
      'is no change',
    ),
    ...(named.some(({ concernsByEmail }) => concernsByEmail) ? withoutEmail(rule, policy) : []),
    ...Object.entries(rule.when).flatMap(([facet, written]) => {
      const path = ['when', facet];
      const strange = unknown([facet], facetNames, path, 'is nothing that a rule for this change can ask for');
      const words = facets.flatMap((known) => known[facet] ?? []);
      return strange.length > 0 ? strange : unknown(written, words, path, `is no ${facet} of this policy`);
    }),
  ];
};

/** Of such a decider nobody could know that a change is about them, and nobody decides on what is their own. */
const withoutEmail = (rule: ChangeRule, policy: Policy): SectionProblem[] =>
  decidingGroups(rule).flatMap((group, index) =>
    policy
      .membersOf(group)
      .filter(({ email }) => email === undefined)
      .map(({ name }) => ({
        path: rule.decide ? ['decide', index] : ['approvals', group],
        message: `${name} has no e-mail address, so nobody could know that such a change is about them`,
        remedy: 'add "email" to that person under people',
      })),
  );

const unknown = (
  written: readonly string[],
  known: readonly string[],
  path: SectionProblem['path'],
  what: string,
): SectionProblem[] =>
  written
    .filter((word) => !known.includes(word))
    .map((word) => ({
      path,
      message: `"${word}" ${what}`,
      remedy: suggest(word, known, `use one of: ${known.join(', ')}`),
    }));
