import { EVERYONE } from '#policy/model/entries.ts';
import type { Policy } from '#policy/policy.ts';
import { suggest } from '#policy/problems/problem.ts';
import type { PolicySection, SectionProblem } from '#policy/section.ts';
import type { ChangeKind } from '../change-kind.ts';
import { approvalsOf, type ChangeRule, changesSection, decidingGroups, escalated } from './rules.ts';

/** Names in rules against the policy: a rule with an unknown one would never match, and its changes would fall to the next, laxer rule. */
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
      'is not a kind of change',
    ),
    ...named.flatMap((kind) => kind.ruleProblems?.(rule, policy) ?? []),
    ...(rule.confirm && approvalsOf(rule) === 0 ? [nothingToConfirm] : []),
    ...(rule.onBehalf && !named.some(({ receiver }) => receiver) ? [forNobodyElse] : []),
    ...(named.some(({ concernsByEmail }) => concernsByEmail) ? withoutEmail(rule, policy) : []),
    ...Object.entries(rule.when).flatMap(([facet, written]) => {
      const path = ['when', facet];
      const unknownFacet = unknown([facet], facetNames, path, 'is not a condition of this change');
      const words = facets.flatMap((known) => known[facet] ?? []);
      return unknownFacet.length > 0 ? unknownFacet : unknown(written, words, path, `is not a ${facet} in this policy`);
    }),
  ];
};

const nothingToConfirm: SectionProblem = {
  path: ['confirm'],
  message: 'nobody decides under this rule',
  remedy: 'take it out',
};

/** The sections where nobody can sign in: a policy with a rule that wants it does not come into force. @param remedy what to do about it */
export const withoutSignIn = (
  sections: readonly PolicySection<unknown>[],
  remedy: string,
): readonly PolicySection<unknown>[] =>
  sections.map((section) =>
    section.name === changesSection.name
      ? { ...section, across: (policy) => [...(section.across?.(policy) ?? []), ...noSignIn(policy, remedy)] }
      : section,
  );

const noSignIn = (policy: Policy, remedy: string): readonly SectionProblem[] =>
  policy
    .section(changesSection)
    .rules.flatMap(({ confirm }, index) =>
      confirm ? [{ path: ['rules', index, 'confirm'], message: 'nobody can sign in to this Steward', remedy }] : [],
    );

const forNobodyElse: SectionProblem = {
  path: ['onBehalf'],
  message: 'nobody can ask for this in the place of somebody else',
  remedy: 'take it out; it goes with "change: access.grant"',
};

/** Without an address, nobody could know that a change concerns this decider, and nobody decides their own changes. */
const withoutEmail = (rule: ChangeRule, policy: Policy): SectionProblem[] =>
  decidingGroups(escalated(rule)).flatMap((group, index) =>
    policy
      .membersOf(group)
      .filter(({ email }) => email === undefined)
      .map(({ name }) => ({
        path: rule.decide ? ['decide', index] : ['approvals', group],
        message: `${name} has no e-mail address, so Steward cannot know whether such a change concerns them`,
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

/** A rule with fewer approvals than the policy requires misleads its readers, unless an earlier rule matches everything first. */
const tooFewApprovals = (
  rules: readonly ChangeRule[],
  at: number,
  kinds: readonly ChangeKind[],
  policy: Policy,
): SectionProblem[] => {
  const rule = rules[at];
  if (!rule) return [];
  const given = approvalsOf(rule);
  return kinds
    .filter(({ name }) => rule.change.includes(name))
    .flatMap(({ name, fewestApprovals }) =>
      Object.entries(fewestApprovals?.(policy) ?? {}).flatMap(([facet, words]) =>
        Object.entries(words)
          .filter(([word, least]) => given < least && takes(rule, facet, word))
          .filter(([word]) => !rules.slice(0, at).some((earlier) => covers(earlier, rule, name, facet, word)))
          .map(([word, least]) => ({
            path: ['approvals'],
            message: `the ${facet} "${word}" needs ${least} approvals, but this rule requires only ${given}`,
            remedy: `write "approvals: ${least}", or list under "when" the others without "${word}"`,
          })),
      ),
    );
};

const takes = ({ when }: ChangeRule, facet: string, word: string): boolean => when[facet]?.includes(word) ?? true;

/** Whether an earlier rule matches every change of this kind and word from everybody who may request under the later one. */
const covers = (earlier: ChangeRule, later: ChangeRule, kind: string, facet: string, word: string): boolean =>
  earlier.change.includes(kind) &&
  takes(earlier, facet, word) &&
  Object.entries(earlier.when).every(
    ([name, words]) => name === facet || (later.when[name]?.every((one) => words.includes(one)) ?? false),
  ) &&
  (earlier.ask.includes(EVERYONE) || later.ask.every((name) => earlier.ask.includes(name)));
