import type { TextKey } from '../../lib/text-key.ts';
import type { Policy, PolicyPerson } from '../../policy/policy.ts';
import type { Change, Decision, Failure } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';
import { fewestFor, type Quorum, suffices, votersOf } from './quorum.ts';
import {
  approvalsOf,
  type ChangeRule,
  decidersOf,
  findRule,
  groupsOf,
  type Parties,
  type RuleQuestion,
} from './rules.ts';

/** What one state of the policy makes of a change and of the votes on it. */
export interface Review {
  /** Nobody may decide who is one of these people. */
  readonly parties: Parties;
  /** The first rule that would take the change from its requester; undefined: they may not ask for it. */
  readonly rule: ChangeRule | undefined;
  readonly deciders: readonly PolicyPerson[];
  readonly quorum: Quorum;
  /** Approvals of people who may decide, in the order in which they were given; two accounts of one person stand here twice. */
  readonly counted: readonly Decision[];
  /** How many people these are. */
  readonly given: number;
  /** Approvals of people who may not decide any more. */
  readonly lapsed: readonly Decision[];
  readonly enough: boolean;
  /** Whether it would be enough if everybody approved who may decide. */
  readonly possible: boolean;
}

export type Reviewed = Pick<Change, 'terms' | 'requester' | 'needs'>;

/**
 * Judges a change by one state of the policy, and by nothing that an earlier one said but the number of approvals that it
 * was asked under: of that and of the number now the larger one counts.
 */
export const reviewOf = (
  policy: Policy,
  kind: ChangeKind,
  { terms, requester, needs }: Reviewed,
  decisions: readonly Decision[],
): Review => {
  const question = questionOf(policy, kind, terms, requester.objectId);
  const rule = findRule(policy, question);
  const deciders = rule ? decidersOf(policy, rule, question) : [];
  const quorum = quorumOf(kind, terms, policy, rule, needs);
  const may = new Set(deciders.map(({ objectId }) => objectId));
  const approvals = decisions.filter(({ verdict }) => verdict === 'approve');
  const counted = approvals.filter(({ person }) => may.has(person.objectId));
  const voting = new Set(counted.map(({ person }) => person.objectId));
  const voters = votersOf(
    policy,
    deciders.filter(({ objectId }) => voting.has(objectId)),
  );
  return {
    parties: question,
    rule,
    deciders,
    quorum,
    counted,
    given: voters.length,
    lapsed: approvals.filter(({ person }) => !may.has(person.objectId)),
    enough: rule !== undefined && suffices(quorum, voters),
    possible: rule !== undefined && suffices(quorum, votersOf(policy, deciders)),
  };
};

/** What the policy's rules are asked about a change. @param requester directory object id */
export const questionOf = (
  policy: Policy,
  kind: ChangeKind,
  terms: unknown,
  requester: string,
): RuleQuestion & Parties => ({
  kind: kind.name,
  facets: kind.facets(terms),
  requester,
  forSelf: kind.isFor(terms, requester, policy),
  concerns: kind.concerns(terms, policy),
});

const quorumOf = (
  kind: ChangeKind,
  terms: unknown,
  policy: Policy,
  rule: ChangeRule | undefined,
  stored: number,
): Quorum => ({
  people: Math.max(stored, rule ? approvalsOf(rule) : 0, fewestFor(kind, terms, policy)),
  groups: rule ? groupsOf(rule) : {},
});

/** Why something that was approved does not go out. */
export type Stopped = Omit<Failure, 'correlation'>;

/**
 * Why the policy does not let an approved change go out: nobody could ask for it now, the votes that brought it through are
 * not enough under the policy alone, or its terms go beyond what is allowed.
 * @returns undefined where it may go out
 */
export const stoppedBy = (
  policy: Policy,
  kind: ChangeKind,
  change: Change,
  decisions: readonly Decision[],
  now: number,
): Stopped | undefined => {
  const review = reviewOf(policy, kind, { ...change, needs: 0 }, decisions);
  const reason = (text: TextKey, values: Stopped['values']): Stopped => ({
    code: 'Policy.Changed',
    text,
    values,
    rules: [],
  });
  if (!review.rule) return reason('changes.failure.notAskable', { who: change.requester.name });
  if (!review.enough)
    return reason('changes.failure.votes', {
      given: review.given,
      needs: review.quorum.people,
      rule: review.rule.name,
    });
  const forbidden = kind.forbids?.(change.terms, policy, now);
  return forbidden && { code: 'Policy.Denied', text: forbidden.text, values: { ...forbidden.values }, rules: [] };
};
