import { z } from 'zod';
import { durationSchema, EVERYONE, SELF } from '#policy/model/entries.ts';
import type { Policy, PolicyBase, PolicyPerson } from '#policy/policy.ts';
import {
  defineSection,
  type SectionProblem,
  unknownConversation,
  unknownGroup,
  unknownGroups,
} from '#policy/section.ts';
import {
  accountsOf,
  approvalsIn,
  approvalsSchema,
  canComplete,
  confirmSchema,
  groupsOf,
  MOST_APPROVALS,
  namesSchema,
  quorumOf,
  type Stage,
  type StageEntry,
  stageSchema,
  votersOf,
} from './stages.ts';

const length = durationSchema('"8 hours" or "2 days"');

const MOST_STAGES = 4;

const rule = z.strictObject({
  name: z.string().min(1).max(80),
  change: namesSchema,
  when: z.record(z.string(), namesSchema).default({}),
  ask: namesSchema,
  /** If omitted, the groups of `approvals` decide. */
  decide: namesSchema.optional(),
  approvals: approvalsSchema.optional(),
  /** One after another, in place of `decide` and `approvals`. */
  stages: z.array(stageSchema).min(2).max(MOST_STAGES).optional(),
  /** The number of denials that end a request. */
  denials: z.int().min(1).max(MOST_APPROVALS).default(1),
  card: z.string().optional(),
  /** What an approver does before the approval counts; nothing if omitted. */
  confirm: confirmSchema.optional(),
  /** How often those who have not decided are reminded; never if omitted. */
  remind: length.optional(),
  /** Who may decide too when nobody has after this time, and is notified then. */
  escalate: z.strictObject({ to: namesSchema, after: length }).optional(),
  /** Who may ask in place of somebody who may ask themselves, and whether that person is asked first or only told; nobody if absent. */
  onBehalf: z.strictObject({ by: namesSchema, person: z.enum(['ask', 'tell']).default('ask') }).optional(),
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
    ...checkEscalation(entry, ['rules', index], policy),
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
    ...(entry.onBehalf?.by ?? []).flatMap((name, index) =>
      name === EVERYONE ? [] : unknownGroup(policy, name, [...path, 'onBehalf', 'by', index]),
    ),
    ...stageEntries(entry).flatMap(([written, at]) => checkStage(written, [...path, ...at], policy)),
    ...(entry.stages && (entry.decide ?? entry.approvals) !== undefined ? [stagesAndMore(path)] : []),
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

/** An escalation to unknown people, or one that could change nothing. */
const checkEscalation = (entry: ChangeRule, path: (string | number)[], policy: PolicyBase): SectionProblem[] => {
  const { escalate } = entry;
  return [
    ...unknownGroups(policy, escalate?.to ?? [], [...path, 'escalate', 'to']),
    ...(escalate && approvalsOf(entry) === 0
      ? [{ path: [...path, 'escalate'], message: 'nobody decides under this rule', remedy: 'take it out' }]
      : []),
    ...(escalate && stageEntries(entry).some(([written]) => Object.keys(groupsOf(written)).length > 0)
      ? [
          {
            path: [...path, 'escalate'],
            message: 'the rule requires approvals of each group, and nobody else can give them',
            remedy: 'write "approvals" as a number, or take "escalate" out',
          },
        ]
      : []),
  ];
};

const stagesAndMore = (path: SectionProblem['path']): SectionProblem => ({
  path: [...path, 'stages'],
  message: 'the rule has stages and also "decide" or "approvals"',
  remedy: 'write "decide" and "approvals" in each stage only',
});

const checkStage = (written: StageEntry, path: SectionProblem['path'], policy: PolicyBase): SectionProblem[] => [
  ...unknownGroups(policy, written.decide ?? [], [...path, 'decide']),
  ...Object.keys(groupsOf(written)).flatMap((name) => unknownGroup(policy, name, [...path, 'approvals', name])),
  ...(path.includes('stages') && quorumOf(written).people === 0
    ? [
        {
          path: [...path, 'approvals'],
          message: 'nobody approves in this stage',
          remedy: 'write 1 or more, or take the stage out',
        },
      ]
    : []),
];

/** A rule under which some request could never be approved: without the requester, too few people decide. */
const unreachable = (entry: ChangeRule, path: (string | number)[], policy: PolicyBase): SectionProblem[] => {
  if (policy.unreadAmong(namesOf(entry)).length > 0) return [];
  const anybody = entry.ask.some((name) => name === EVERYONE || name === SELF);
  const askers = anybody ? [''] : entry.ask.flatMap((name) => policy.membersOf(name)).map(({ objectId }) => objectId);
  const all = escalated(entry);
  const met = (requester: string): boolean =>
    canComplete(stagesOf(all), votersOf(policy, decidersOf(policy, all, { requester, concerns: [] })));
  if (askers.length === 0 || askers.some(met)) return [];
  return [
    {
      path: [...path, entry.stages ? 'stages' : typeof entry.approvals === 'object' ? 'approvals' : 'decide'],
      message: `no request could ever be approved: too few people decide, counting each once and without the requester`,
      remedy: 'add people to the deciding groups, or require fewer approvals',
    },
  ];
};

/** The stages as they are written, each with where it stands in the rule; a rule without stages is one. */
const stageEntries = (entry: ChangeRule): readonly (readonly [StageEntry, (string | number)[]])[] =>
  entry.stages?.map((written, index) => [written, ['stages', index]] as const) ?? [[entry, []]];

/** What must be decided under this rule, one stage after another. */
export const stagesOf = (entry: ChangeRule): readonly Stage[] =>
  stageEntries(entry).map(([written]) => ({
    decide: written.decide ?? Object.keys(groupsOf(written)),
    quorum: quorumOf(written),
  }));

/** The number of approvals under this rule. */
export const approvalsOf = (entry: ChangeRule): number => approvalsIn(stagesOf(entry));

/** The groups or people who decide under this rule, in any of its stages. */
export const decidingGroups = (entry: ChangeRule): readonly string[] => [
  ...new Set(stagesOf(entry).flatMap(({ decide }) => decide)),
];

/** The rule after its escalation: the people it escalates to decide in each stage too. */
export const escalated = (entry: ChangeRule): ChangeRule => {
  const { escalate, decide, stages } = entry;
  if (!escalate) return entry;
  const withThem = (names: readonly string[] = []): string[] => [...new Set([...names, ...escalate.to])];
  return stages
    ? { ...entry, stages: stages.map((stage) => ({ ...stage, decide: withThem(stage.decide) })) }
    : { ...entry, decide: withThem(decide) };
};

export interface RuleQuestion {
  readonly kind: string;
  /** A list: any of these values matches. */
  readonly facets: Readonly<Record<string, string | readonly string[]>>;
  /** Directory object id. */
  readonly requester: string;
  /** Whether it is for the requester alone, as `self` requires. */
  readonly forSelf: boolean;
  /** Directory object id of the person in whose place somebody else asks. */
  readonly receiver?: string | undefined;
}

/** Which rule counts for a request, or which groups would have to be read to know it. */
interface FoundRule {
  /** undefined: without a rule nobody may request it. */
  readonly rule: ChangeRule | undefined;
  /** Groups of the directory that could not be read, and on which it depends whether a rule counts. */
  readonly unread: readonly string[];
}

/**
 * The rule that lets this person request this. For somebody else it is the rule of what that person would ask for themselves, and
 * it says who may ask in their place: no later, laxer rule counts. Nor does one after a rule that might count, of which it is not
 * known who may ask.
 */
export const ruleFor = (policy: Policy, question: RuleQuestion): FoundRule => {
  const { rules } = policy.section(changesSection);
  const { receiver, requester } = question;
  const theirs = receiver === undefined ? question : { ...question, requester: receiver, forSelf: true };
  const rule = rules.find(
    (one) => fits(one, question) && (mayAsk(policy, one, theirs) || policy.unreadAmong(one.ask).length > 0),
  );
  if (!rule) return { rule, unread: [] };
  if (!mayAsk(policy, rule, theirs)) return { rule: undefined, unread: policy.unreadAmong(rule.ask) };
  if (receiver === undefined || mayAskFor(policy, rule, requester)) return { rule, unread: [] };
  return { rule: undefined, unread: policy.unreadAmong(rule.onBehalf?.by ?? []) };
};

/** The same without the groups. */
export const findRule = (policy: Policy, question: RuleQuestion): ChangeRule | undefined =>
  ruleFor(policy, question).rule;

const mayAskFor = (policy: Policy, entry: ChangeRule, requester: string): boolean => {
  const by = entry.onBehalf?.by ?? [];
  return by.includes(EVERYONE) || policy.isIn(requester, by);
};

/** All groups and people that a rule names. */
const namesOf = (entry: ChangeRule): readonly string[] => [
  ...entry.ask,
  ...decidingGroups(escalated(entry)),
  ...(entry.onBehalf?.by ?? []),
];

/** Every group and person of the policy that the right to request or decide this can depend on. */
export const namesFor = (policy: Policy, question: Pick<RuleQuestion, 'kind' | 'facets'>): readonly string[] =>
  policy.section(changesSection).rules.flatMap((entry) => (fits(entry, question) ? namesOf(entry) : []));

/** Whether a rule is for this kind of change and these facets, for any requester. */
export const fits = (entry: ChangeRule, { kind, facets }: Pick<RuleQuestion, 'kind' | 'facets'>): boolean =>
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
  /** Whether those concerned are known by e-mail address only: then only people with a known address decide. */
  readonly byEmail?: boolean;
}

/** Every account that may decide under this rule, without the parties. @param decide the groups of one stage; all by default */
export const decidersOf = (
  policy: PolicyBase,
  entry: ChangeRule,
  parties: Parties,
  decide = decidingGroups(entry),
): readonly PolicyPerson[] =>
  accountsOf(policy, { decide }).filter(
    ({ objectId, email }) => !isParty(policy, parties, objectId) && !(parties.byEmail && email === undefined),
  );

/** Whether one of this person's accounts is the requester or concerned. */
export const isParty = (policy: PolicyBase, { requester, concerns }: Parties, objectId: string): boolean =>
  [requester, ...concerns].some((party) => policy.identityOf(party) === policy.identityOf(objectId));

/** Whether a rule posts its cards in this conversation. @param id with or without `;messageid=` */
export const isDecidedIn = (policy: Policy, id: string): boolean => {
  const key = policy.conversationById(id)?.key;
  return key !== undefined && policy.section(changesSection).rules.some(({ card }) => card === key);
};

/** Until when a request is to be answered that is asked now; all times in milliseconds since 1970. @param latest when it becomes pointless */
export const deadlineOf = (policy: Policy, latest: number | undefined, now: number): number =>
  Math.min(now + changesPolicy(policy).answerWithin, latest ?? Number.POSITIVE_INFINITY);

export const changesPolicy = (policy: Policy): ChangesPolicy => policy.section(changesSection);
