import { z } from 'zod';
import { parseDuration } from '../lib/duration.ts';
import { unknownConversation, unknownGroup, unknownGroups } from '../policy/names.ts';
import type { Policy, PolicyBase, PolicyPerson } from '../policy/policy.ts';
import { defineSection, type SectionProblem } from '../policy/section.ts';

/** In `ask`: whoever is neither a guest nor of another tenant; the person whom the change is for. */
const EVERYONE = 'everyone';
const SELF = 'self';

const words = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());

const length = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, {
    error: 'is no length of time → write for example "8 hours" or "2 days"',
  })
  .transform((text) => parseDuration(text) ?? 0);

const rule = z.strictObject({
  name: z.string().min(1).max(80),
  change: words,
  when: z.record(z.string(), words).default({}),
  ask: words,
  decide: words.optional(),
  approvals: z.int().min(0).max(5).default(1),
  card: z.string().optional(),
});
export type ChangeRule = z.infer<typeof rule>;

const section = z.strictObject({
  answerWithin: length.prefault('8 hours'),
  finishWithin: length.prefault('1 hour'),
  rules: z.array(rule).min(1),
});
type ChangesPolicy = z.infer<typeof section>;

/** Who may ask for which change, who decides it and where its card stands. The first rule that fits counts. */
export const changesSection = defineSection('changes', section, (value, policy) =>
  value.rules.flatMap((entry, index) => [
    ...checkRule(entry, ['rules', index], policy),
    ...(value.rules.findIndex(({ name }) => name === entry.name) === index ? [] : [sameName(entry, index)]),
  ]),
);

/** What waits is decided by the rule of its name: two of one name could hand it to the wrong people. */
const sameName = ({ name }: ChangeRule, index: number): SectionProblem => ({
  path: ['rules', index, 'name'],
  message: `"${name}" is the name of an earlier rule`,
  remedy: 'give each rule a name of its own',
});

const checkRule = (entry: ChangeRule, path: (string | number)[], policy: PolicyBase) => {
  const problems: SectionProblem[] = [
    ...entry.ask.flatMap((name, index) =>
      name === EVERYONE || name === SELF ? [] : unknownGroup(policy, name, [...path, 'ask', index]),
    ),
    ...unknownGroups(policy, entry.decide ?? [], [...path, 'decide']),
    ...(entry.card === undefined ? [] : unknownConversation(policy, entry.card, [...path, 'card'])),
  ];
  if (entry.approvals > 0 && !entry.decide) {
    problems.push({ path, message: 'nobody decides here', remedy: 'add "decide" with groups, or "approvals: 0"' });
  }
  if (entry.approvals > 0 && entry.card === undefined) {
    problems.push({ path, message: 'the card has no place', remedy: 'add "card" with the key of a conversation' });
  }
  return problems;
};

export interface RuleQuestion {
  readonly kind: string;
  /** A list: any of these would do. */
  readonly facets: Readonly<Record<string, string | readonly string[]>>;
  /** Directory object id. */
  readonly requester: string;
  /** Whether it is for the requester and for nobody else, as `self` means it. */
  readonly forSelf: boolean;
}

/** The rule that lets this person ask for this, or undefined: nobody may do what no rule names. */
export const findRule = (policy: Policy, question: RuleQuestion): ChangeRule | undefined =>
  policy.section(changesSection).rules.find((entry) => fits(entry, question) && mayAsk(policy, entry, question));

/**
 * The rule of a waiting change under the policy of now: the one of its name, else the first that would take it today. A
 * rule that its requester could not use hands it to nobody.
 */
export const currentRule = (policy: Policy, name: string, question: RuleQuestion): ChangeRule | undefined => {
  const { rules } = policy.section(changesSection);
  return rules.find((entry) => entry.name === name && fits(entry, question)) ?? findRule(policy, question);
};

const fits = (entry: ChangeRule, { kind, facets }: RuleQuestion): boolean =>
  entry.change.includes(kind) &&
  Object.entries(entry.when).every(([name, allowed]) =>
    [facets[name] ?? ''].flat().some((word) => allowed.includes(word)),
  );

const mayAsk = (policy: Policy, entry: ChangeRule, { requester, forSelf }: RuleQuestion): boolean =>
  entry.ask.includes(EVERYONE) || (entry.ask.includes(SELF) && forSelf) || policy.isIn(requester, entry.ask);

/** Whom a change is from and for, as directory object ids: none of them decides it. */
export interface Parties {
  readonly requester: string;
  readonly concerns: readonly string[];
}

/** Everybody who may decide under this rule, without those whom it is from or for. */
export const decidersOf = (
  policy: Policy,
  entry: ChangeRule,
  { requester, concerns }: Parties,
): readonly PolicyPerson[] => {
  const people = new Map(
    (entry.decide ?? []).flatMap((group) => policy.membersOf(group)).map((person) => [person.objectId, person]),
  );
  for (const own of [requester, ...concerns]) people.delete(own.toLowerCase());
  return [...people.values()];
};

export const changesPolicy = (policy: Policy): ChangesPolicy => policy.section(changesSection);
