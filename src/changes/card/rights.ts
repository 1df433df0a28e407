import { type Change, isOpen } from '../change.ts';
import type { ChangeButton } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionContext, isRepeated, refusal, type Vote } from '../decision/check-decision.ts';
import { concernsPerson } from '../decision/review.ts';

/** What one person may do with a change now: each is asked of what judges the press itself. */
export interface Rights {
  readonly approve: boolean;
  /** Approve with smaller terms. */
  readonly narrow: boolean;
  readonly deny: boolean;
  readonly withdraw: boolean;
  readonly fix: boolean;
  /** Whether a button of the kind's own is for them. */
  mayPress(button: ChangeButton): boolean;
}

/** @param objectId directory object id */
export const rightsOf = (core: ChangesCore, context: DecisionContext, objectId: string): Rights => {
  const { change } = context;
  const me = objectId.toLowerCase();
  const { narrow } = core.kindOf(change.kind);
  const takes = (verdict: Vote['verdict'], wanted = change.terms): boolean => {
    const vote: Vote = { person: { objectId: me }, verdict, terms: change.termsVersion, reason: 'any' };
    return !isRepeated(context, vote) && refusal(core, context, vote, () => wanted) === undefined;
  };
  const waits = change.state === 'waiting';
  const isMine = change.requester.objectId.toLowerCase() === me;
  return {
    approve: waits && takes('approve'),
    narrow: waits && takes('approve', narrow?.least(change.terms)),
    deny: waits && takes('deny'),
    withdraw: waits && isMine && change.deadlineAt > core.clock.now(),
    fix: isMine && canFix(change),
    mayPress: ({ anybody, may }) => (anybody || concernsPerson(context.review, me)) && (may?.(me) ?? true),
  };
};

/** Whether whoever asked may ask again with other answers. */
export const canFix = (change: Change): boolean =>
  change.form !== undefined && !isOpen(change.state) && change.state !== 'done' && change.state !== 'unconfirmed';
