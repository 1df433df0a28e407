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

/** A change and its votes under one version of the policy. */
export interface Review {
  /** The requester and the people concerned, none of whom may decide. */
  readonly parties: Parties;
  /** The first rule that matches the change and its requester; undefined: they may not request it. */
  readonly rule: ChangeRule | undefined;
  readonly deciders: readonly PolicyPerson[];
  readonly quorum: Quorum;
  /** Approvals of people who may decide, in order; two accounts of one person count twice here. */
  readonly counted: readonly Decision[];
  /** The number of people with such an approval. */
  readonly given: number;
  /** Approvals of people who may no longer decide. */
  readonly lapsed: readonly Decision[];
  readonly enough: boolean;
  /** Whether the approvals of everybody who may decide would suffice. */
  readonly possible: boolean;
}

export interface Reviewed extends Pick<Change, 'terms' | 'needs'> {
  readonly requester: Pick<Change['requester'], 'objectId'>;
}

/**
 * Reviews a change under one version of the policy alone, except for the number of approvals required at the request:
 * the larger of that number and the current one counts.
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

/** The question for the policy's rules about a change. @param requester directory object id */
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

/** Whether this person asked, decides, or is one of those whom it is for. @param objectId lower case */
export const concernsPerson = ({ parties, deciders }: Review, objectId: string): boolean =>
  [parties.requester, ...parties.concerns, ...deciders.map((person) => person.objectId)].some(
    (id) => id.toLowerCase() === objectId,
  );

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

/** Why an approved change is not sent. */
export type Stopped = Omit<Failure, 'correlation'>;

/**
 * Why the policy stops an approved change: nobody could request it now, its approvals are insufficient under the
 * current policy, or its terms are forbidden.
 * @returns undefined where it may be sent
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
