import { z } from 'zod';
import { isMapping } from '../../policy/file/yaml-source.ts';
import { durationSchema } from '../../policy/model/entries.ts';
import type { Policy, PolicyBase, PolicyPerson } from '../../policy/policy.ts';
import { unknownConversation, unknownGroup, unknownGroups } from '../../policy/problems/unknown-names.ts';
import { defineSection, type SectionProblem } from '../../policy/section.ts';
import { type Quorum, suffices, votersOf } from './quorum.ts';

/** In `ask`: anyone except guests and other tenants' people; the person whom the change is for. */
export const EVERYONE = 'everyone';
const SELF = 'self';

const words = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());

const length = durationSchema('"8 hours" or "2 days"');

const MOST_APPROVALS = 5;

const isCount = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST_APPROVALS;

/** A number of people, or a number for each group; one person represents one group only. */
const approvals = z.custom<number | Readonly<Record<string, number>>>(
  (written) =>
    isCount(written, 0) ||
    (isMapping(written) &&
      Object.keys(written).length > 0 &&
      Object.values(written).every((count) => isCount(count, 1))),
  'is not a number of approvals → write a number, at most 5, or a number for each group as { security: 1, platform: 1 }',
);

const rule = z.strictObject({
  name: z.string().min(1).max(80),
  change: words,
  when: z.record(z.string(), words).default({}),
  ask: words,
  /** If omitted, the groups of `approvals` decide. */
  decide: words.optional(),
  approvals: approvals.default(1),
  card: z.string().optional(),
});
export type ChangeRule = z.infer<typeof rule>;

const section = z.strictObject({
  answerWithin: length.prefault('8 hours'),
  finishWithin: length.prefault('1 hour'),
  /** The fewest characters of the reason of a request. */
  shortestReason: z.int().min(1).max(200).default(1),
  rules: z.array(rule).min(1),
});
type ChangesPolicy = z.infer<typeof section>;

/** Who may request which change, who decides it, and where its card is posted. The first matching rule counts. */
export const changesSection = defineSection('changes', section, (value, policy) =>
  value.rules.flatMap((entry, index) => [
    ...checkRule(entry, ['rules', index], policy),
    ...(value.rules.findIndex(({ name }) => name === entry.name) === index ? [] : [sameName(entry, index)]),
  ]),
);

/** Cards and the audit name the rule, so names must be unambiguous. */
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
    problems.push({
      path,
      message: 'nobody decides under this rule',
      remedy: 'add "decide" with groups, or "approvals: 0"',
    });
  }
  if (needs > 0 && entry.card === undefined) {
    problems.push({
      path,
      message: 'the rule has no conversation for its card',
      remedy: 'add "card" with the key of a conversation',
    });
  }
  return problems.length > 0 ? problems : unreachable(entry, path, policy);
};

/** A rule under which some request could never be approved: without the requester, too few people decide. */
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
      message: `no request could ever be approved: too few people decide, counting each once and without the requester`,
      remedy: 'add people to the deciding groups, or require fewer approvals',
    },
  ];
};

/** The number of approvals under this rule. */
export const approvalsOf = ({ approvals: required }: ChangeRule): number =>
  typeof required === 'number' ? required : Object.values(required).reduce((sum, count) => sum + count, 0);

/** The number for each group; empty where any decider will do. */
export const groupsOf = ({ approvals: required }: ChangeRule): Quorum['groups'] =>
  typeof required === 'object' ? required : {};

/** The groups or people who decide under this rule. */
export const decidingGroups = (entry: ChangeRule): readonly string[] => entry.decide ?? Object.keys(groupsOf(entry));

export interface RuleQuestion {
  readonly kind: string;
  /** A list: any of these values matches. */
  readonly facets: Readonly<Record<string, string | readonly string[]>>;
  /** Directory object id. */
  readonly requester: string;
  /** Whether it is for the requester alone, as `self` requires. */
  readonly forSelf: boolean;
}

/** The rule that lets this person request this; undefined: without a rule nobody may. */
export const findRule = (policy: Policy, question: RuleQuestion): ChangeRule | undefined =>
  policy.section(changesSection).rules.find((entry) => fits(entry, question) && mayAsk(policy, entry, question));

const fits = (entry: ChangeRule, { kind, facets }: RuleQuestion): boolean =>
  entry.change.includes(kind) &&
  Object.entries(entry.when).every(([name, allowed]) =>
    [facets[name] ?? ''].flat().some((word) => allowed.includes(word)),
  );

const mayAsk = (policy: Policy, entry: ChangeRule, { requester, forSelf }: RuleQuestion): boolean =>
  entry.ask.includes(EVERYONE) || (entry.ask.includes(SELF) && forSelf) || policy.isIn(requester, entry.ask);

/** The requester and the people concerned, as directory object ids: none of them may decide. */
export interface Parties {
  readonly requester: string;
  readonly concerns: readonly string[];
}

/** Every account that may decide under this rule, without the accounts of the requester and the people concerned. */
export const decidersOf = (policy: PolicyBase, entry: ChangeRule, parties: Parties): readonly PolicyPerson[] => {
  const people = new Map(
    decidingGroups(entry)
      .flatMap((group) => policy.membersOf(group))
      .map((person) => [person.objectId, person]),
  );
  return [...people.values()].filter(({ objectId }) => !isParty(policy, parties, objectId));
};

/** Whether one of this person's accounts is the requester or concerned. */
export const isParty = (policy: PolicyBase, { requester, concerns }: Parties, objectId: string): boolean =>
  [requester, ...concerns].some((party) => policy.identityOf(party) === policy.identityOf(objectId));

/** Whether a rule posts its cards in this conversation. @param id with or without `;messageid=` */
export const isDecidedIn = (policy: Policy, id: string): boolean => {
  const key = policy.conversationById(id)?.key;
  return key !== undefined && policy.section(changesSection).rules.some(({ card }) => card === key);
};

export const changesPolicy = (policy: Policy): ChangesPolicy => policy.section(changesSection);
