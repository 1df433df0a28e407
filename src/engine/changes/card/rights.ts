import { type Change, isSignInAwaited } from '../change.ts';
import type { ChangeButton, Description } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { mayAccept } from '../decision/accept.ts';
import { type DecisionContext, isRepeated, refusal, type Vote } from '../decision/check-decision.ts';
import { confirmationOf } from '../decision/confirm.ts';
import { mayWithdraw } from '../decision/end-undecided.ts';
import { concernsPerson } from '../decision/review.ts';
import { mayClaim } from '../notices/claim.ts';
import type { Claim } from '../notices/store.ts';

/** What one person may do with a change now: each is asked of what judges the press itself. */
export interface Rights {
  readonly approve: boolean;
  /** Whether their approval asks them to sign in first. */
  readonly signsIn: boolean;
  /** Sign in again, so that what they approved is sent in their name. */
  readonly signInAgain: boolean;
  /** Approve with smaller terms. */
  readonly narrow: boolean;
  readonly deny: boolean;
  /** Say that they look at it. */
  readonly claim: boolean;
  readonly withdraw: boolean;
  /** Accept what somebody else asked for in their place. */
  readonly accept: boolean;
  /** Open the form as it was filled in. */
  readonly resubmit: boolean;
  /** See all of it, its history too. */
  readonly see: boolean;
  /** Whether a button of the kind's own is for them. */
  mayPress(button: ChangeButton): boolean;
}

/** @param objectId directory object id */
export const rightsOf = (
  core: ChangesCore,
  context: DecisionContext,
  objectId: string,
  described: Pick<Description, 'isOver'> = {},
  claims: readonly Claim[] = [],
): Rights => {
  const { change } = context;
  const me = objectId.toLowerCase();
  const { narrow } = core.kindOf(change.kind);
  const takes = (verdict: Vote['verdict'], wanted = change.terms): boolean => {
    const vote: Vote = { person: { objectId: me }, verdict, terms: change.termsVersion, reason: 'any' };
    return !isRepeated(context, vote) && refusal(core, context, vote, () => wanted) === undefined;
  };
  const waits = change.state === 'waiting';
  const narrows = waits && takes('approve', narrow?.least(change.terms));
  const isMine = change.requester.objectId.toLowerCase() === me;
  return {
    approve: waits && takes('approve'),
    signsIn: narrows && confirmationOf(core, change, context.review, 'approve') !== undefined,
    signInAgain: isSignInAwaited(change) && change.sentBy === me,
    narrow: narrows,
    deny: waits && takes('deny'),
    claim: mayClaim(context, claims, me, core.clock.now()),
    accept: mayAccept(context, me) && change.deadlineAt > core.clock.now(),
    withdraw: waits && mayWithdraw(core, change, me) && change.deadlineAt > core.clock.now(),
    resubmit: isMine && canResubmit(change, described),
    see: maySee(core, context, me),
    mayPress: ({ anybody, may }) => (anybody || concernsPerson(context.review, me)) && (may?.(me) ?? true),
  };
};

/** @param me directory object id, in lower case */
export const maySee = (core: ChangesCore, { change, policy, review }: DecisionContext, me: string): boolean =>
  concernsPerson(review, me) || core.kindOf(change.kind).maySee?.(change, policy, me) === true;

const WITHOUT_EFFECT: ReadonlySet<Change['state']> = new Set(['denied', 'cancelled', 'expired', 'failed']);

/** Whether its form can be opened again as it was filled in: it ended without an effect, or its effect is over. */
export const canResubmit = (
  { form, state }: Pick<Change, 'form' | 'state'>,
  { isOver = false }: Pick<Description, 'isOver'>,
): boolean => form !== undefined && (WITHOUT_EFFECT.has(state) || isOver);
