import { clean } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import type { Change, Decision } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { type ChangeFreeze, freezeOf, frozenRefusal } from '../freeze/store.ts';
import { alreadyEnded, type DecisionRefusal, refuse, tooLate } from './outcome.ts';
import { type Review, reviewOf } from './review.ts';
import { isParty } from './rules.ts';

/** What a decision is checked against, and a person's view of the card with its buttons. */
export interface DecisionContext {
  readonly policy: Policy;
  readonly change: Change;
  readonly decisions: readonly Decision[];
  readonly review: Review;
  /** The freeze that stops it; read only where somebody votes or sees what they can vote on (`votingContext`). */
  readonly freeze?: ChangeFreeze | undefined;
}

export interface Vote {
  readonly person: { readonly objectId: string };
  readonly verdict: 'approve' | 'deny';
  readonly reason: string;
  /** The terms version that the person saw. */
  readonly terms: number;
}

/** One version of the policy for the whole check. */
export const decisionContext = (core: ChangesCore, change: Change, decisions: readonly Decision[]): DecisionContext => {
  const policy = core.policy.current();
  return { policy, change, decisions, review: reviewOf(policy, core.kindOf(change.kind), change, decisions) };
};

/** The same with the freeze that stops it, as the store has it now. */
export const votingContext = async (
  core: ChangesCore,
  db: Db,
  change: Change,
  decisions: readonly Decision[],
): Promise<DecisionContext> => ({
  ...decisionContext(core, change, decisions),
  freeze: change.state === 'waiting' ? await freezeOf(core, db, change) : undefined,
});

/**
 * The same decision again, as Teams redelivers a slow press.
 * While the request waits only a counted vote repeats: a lapsed one is refused, and sufficient votes after a policy change are confirmed.
 */
export const isRepeated = (
  { change, decisions, review }: DecisionContext,
  { person, verdict, terms }: Vote,
): boolean => {
  const isThis = (decision: Decision): boolean =>
    decision.person.objectId === person.objectId.toLowerCase() &&
    decision.verdict === verdict &&
    decision.termsVersion === terms;
  if (change.state !== 'waiting') return decisions.some(isThis);
  return verdict === 'approve'
    ? !review.enough && review.counted.some(isThis)
    : !review.denied && review.denials.some(isThis);
};

/** Why a vote is refused; undefined for one that is accepted. @param wanted the terms that an approval would leave */
export const refusal = (
  core: ChangesCore,
  { policy, change, decisions, review, freeze }: DecisionContext,
  vote: Vote,
  wanted: () => unknown,
): DecisionRefusal | undefined => {
  const me = vote.person.objectId.toLowerCase();
  const waits = change.state === 'waiting';
  if (isParty(policy, review.parties, me)) return refuse('own');
  if (!review.rule && waits) return notRequestable(review, change);
  if (!review.deciders.some(({ objectId }) => objectId === me)) {
    return waits || review.unread.length === 0 ? notDecider(review) : alreadyEnded(change, decisions.at(-1), false);
  }
  if (waits && review.asksFirst) return refuse('acceptFirst');
  if (!waits) return alreadyEnded(change, decisions.at(-1), false);
  if (freeze && vote.verdict === 'approve') return frozenRefusal(freeze);
  const counts = vote.verdict === 'deny' ? denialRefusal(policy, review, me) : approvalRefusal(policy, review, me);
  if (counts) return counts;
  if (change.deadlineAt <= core.clock.now()) return tooLate;
  if (change.termsVersion !== vote.terms) return refuse('termsChanged');
  if (vote.verdict === 'deny') return clean(vote.reason) === '' ? refuse('reasonMissing') : undefined;
  return core.kindOf(change.kind).forbids?.(wanted(), policy, core.clock.now());
};

/** No rule lets its requester ask for it now, or whether one does is unknown. */
export const notRequestable = ({ unread }: Review, { requester }: Change): DecisionRefusal =>
  unread.length > 0
    ? refuse('unreadAskers', { who: requester.name, groups: unread.join(', '), count: unread.length })
    : refuse('notAskable', { who: requester.name });

/** They are in no deciding group, or in none that could be read. */
const notDecider = ({ unread, current, deciders }: Review): DecisionRefusal => {
  if (unread.length === 0) return refuse('notDecider');
  const others = (current?.deciders ?? deciders).map(({ name }) => name);
  const values = { groups: unread.join(', '), count: unread.length, others: others.length };
  return refuse('unreadDeciders', { ...values, people: others.join(', ') });
};

/** Whether this person's approval is what it waits for now. @param objectId directory object id */
export const isAwaited = ({ policy, review }: DecisionContext, objectId: string): boolean => {
  const me = objectId.toLowerCase();
  const mayDecide = !review.asksFirst && review.deciders.some((person) => person.objectId === me);
  return mayDecide && !approvalRefusal(policy, review, me);
};

const isBy =
  (policy: Policy, objectId: string) =>
  ({ person }: Decision): boolean =>
    policy.identityOf(person.objectId) === policy.identityOf(objectId);

/** A decider of any stage may deny, once; where a policy change made the denials enough, a second press confirms them. */
const denialRefusal = (
  policy: Policy,
  { counted, denials, denied }: Review,
  me: string,
): DecisionRefusal | undefined => {
  const isMine = isBy(policy, me);
  return counted.some(isMine) || (!denied && denials.some(isMine)) ? refuse('again') : undefined;
};

/** An approval counts in the current stage only. */
const approvalRefusal = (policy: Policy, review: Review, me: string): DecisionRefusal | undefined => {
  const { current, counted, denials, denied, enough } = review;
  const isMine = isBy(policy, me);
  if (denials.some(isMine)) return refuse('again');
  if (denied) return refuse('deniedEnough');
  if (enough || !current) return undefined;
  // A second account of an approver may add its groups in the same stage, but does not count as a second person.
  const approved = counted.filter(isMine);
  const isElsewhere = approved.length > 0 && !current.counted.some(isMine);
  if (isElsewhere || approved.some(({ person }) => person.objectId === me)) return refuse('again');
  if (current.deciders.some(({ objectId }) => objectId === me)) {
    return review.possible && !review.possibleAfter(me) ? refuse('neededLater') : undefined;
  }
  return refuse('otherStage', { people: current.deciders.map(({ name }) => name).join(', ') });
};
