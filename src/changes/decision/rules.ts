import { z } from 'zod';
import { isMapping } from '../../policy/file/yaml-source.ts';
import { durationSchema } from '../../policy/model/entries.ts';
import type { Policy, PolicyBase, PolicyPerson } from '../../policy/policy.ts';
import { unknownConversation, unknownGroup, unknownGroups } from '../../policy/problems/unknown-names.ts';
import { defineSection, type SectionProblem } from '../../policy/section.ts';
import { type Quorum, suffices, votersOf } from './quorum.ts';

/** In `ask`: whoever is neither a guest nor of another tenant; the person whom the change is for. */
export const EVERYONE = 'everyone';
const SELF = 'self';

const words = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());

const length = durationSchema('"8 hours" or "2 days"');

const MOST_APPROVALS = 5;

const isCount = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST_APPROVALS;

/** A number of people, or how many of each group; one person stands for one group only. */
const approvals = z.custom<number | Readonly<Record<string, number>>>(
  (written) =>
    isCount(written, 0) ||
    (isMapping(written) &&
      Object.keys(written).length > 0 &&
      Object.values(written).every((count) => isCount(count, 1))),
  'is no number of approvals → write a number, at most 5, or how many of each group as { security: 1, platform: 1 }',
);

const rule = z.strictObject({
  name: z.string().min(1).max(80),
  change: words,
  when: z.record(z.string(), words).default({}),
  ask: words,
  /** Where it is left out, the groups of `approvals` decide. */
  decide: words.optional(),
  approvals: approvals.default(1),
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

/** Cards and the audit name the rule: people must know which one is meant. */
const sameName = ({ name }: ChangeRule, index: number): SectionProblem => ({
  path: ['rules', index, 'name'],
  message: `"${name}" is the name of an earlier rule`,
  remedy: 'give each rule a name of its own',
});

const checkRule = (entry: ChangeRule, path: (string | number)[], policy: PolicyBase) => {
  const needs = approvalsOf(entry);
  const problems: SectionProblem[] = [
    ...entry.ask.flatMap((name, index) =>
      name === EVERYONE || name === SELF ? [] : unknownGroup(policy, name, [...path, 'ask', index]),
    ),
    ...unknownGroups(policy, entry.decide ?? [], [...path, 'decide']),
    ...Object.keys(groupsOf(entry)).flatMap((name) => unknownGroup(policy, name, [...path, 'approvals', name])),
    ...(entry.card === undefined ? [] : unknownConversation(policy, entry.card, [...path, 'card'])),
  ];
  if (needs > 0 && decidingGroups(entry).length === 0) {
    problems.push({ path, message: 'nobody decides here', remedy: 'add "decide" with groups, or "approvals: 0"' });
  }
  if (needs > 0 && entry.card === undefined) {
    problems.push({ path, message: 'the card has no place', remedy: 'add "card" with the key of a conversation' });
  }
  return problems.length > 0 ? problems : unreachable(entry, path, policy);
};

/** A rule of which nobody's request could ever be approved: too few people decide once whoever asks is left out. */
const unreachable = (entry: ChangeRule, path: (string | number)[], policy: PolicyBase): SectionProblem[] => {
  const anybody = entry.ask.some((name) => name === EVERYONE || name === SELF);
  const askers = anybody ? [''] : entry.ask.flatMap((name) => policy.membersOf(name)).map(({ objectId }) => objectId);
  const quorum = { people: approvalsOf(entry), groups: groupsOf(entry) };
  const met = (requester: string): boolean =>
    suffices(quorum, votersOf(policy, decidersOf(policy, entry, { requester, concerns: [] })));
  if (askers.length === 0 || askers.some(met)) return [];
  return [
    {
      path: [...path, typeof entry.approvals === 'object' ? 'approvals' : 'decide'],
      message: `no request could ever be approved: there are too few people who decide, each counted once and whoever asks left out`,
      remedy: 'add people to the groups that decide, or ask for fewer approvals',
    },
  ];
};

/** How many people have to approve by this rule. */
export const approvalsOf = ({ approvals: wanted }: ChangeRule): number =>
  typeof wanted === 'number' ? wanted : Object.values(wanted).reduce((sum, count) => sum + count, 0);

/** How many of each group; nothing where any of those who decide will do. */
export const groupsOf = ({ approvals: wanted }: ChangeRule): Quorum['groups'] =>
  typeof wanted === 'object' ? wanted : {};

/** Groups, or people, who decide under this rule. */
export const decidingGroups = (entry: ChangeRule): readonly string[] => entry.decide ?? Object.keys(groupsOf(entry));

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

/** Every account that may decide under this rule: none of a person whom the change is from or for. */
export const decidersOf = (policy: PolicyBase, entry: ChangeRule, parties: Parties): readonly PolicyPerson[] => {
  const people = new Map(
    decidingGroups(entry)
      .flatMap((group) => policy.membersOf(group))
      .map((person) => [person.objectId, person]),
  );
  return [...people.values()].filter(({ objectId }) => !isParty(policy, parties, objectId));
};

/** Whether it is from or for this person, by whichever of their accounts. */
export const isParty = (policy: PolicyBase, { requester, concerns }: Parties, objectId: string): boolean =>
  [requester, ...concerns].some((party) => policy.identityOf(party) === policy.identityOf(objectId));

/** Whether a rule has its cards in this conversation. @param id with or without `;messageid=` */
export const isDecidedIn = (policy: Policy, id: string): boolean => {
  const key = policy.conversationById(id)?.key;
  return key !== undefined && policy.section(changesSection).rules.some(({ card }) => card === key);
};

export const changesPolicy = (policy: Policy): ChangesPolicy => policy.section(changesSection);
