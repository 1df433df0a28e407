import { isSignInAwaited } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { schedulePerform } from '../execution/perform.ts';
import { listDecisions } from '../repository.ts';
import { approverOf } from './approver.ts';
import { notRequestable } from './check-decision.ts';
import { type ConfirmedPress, confirming, confirmPress, signInForToken, signInRecord } from './confirm.ts';
import { type DecisionRefusal, type DecisionResult, refuse } from './outcome.ts';
import { reviewOf } from './review.ts';
import { withChangeNow } from './with-change.ts';

export interface SigningIn extends ConfirmedPress {
  readonly change: string;
}

/**
 * The approver signs in again, so that it can be sent in their name: nothing is decided anew. A press that comes too late
 * does nothing.
 */
export const renewSignIn = (core: ChangesCore, press: SigningIn): Promise<DecisionResult> =>
  confirming(core, press, (confirm) =>
    withChangeNow(core, press.change, async (engine, trx, change) => {
      if (!isSignInAwaited(change)) return { change };
      const decisions = await listDecisions(trx, change.id);
      const approver = approverOf(change, decisions);
      if (approver?.objectId !== press.person.objectId.toLowerCase())
        return { change, refused: refuse('notYourSignIn', { who: approver?.name ?? '' }) };
      const now = core.clock.now();
      const review = reviewOf(engine.policy.current(), core.kindOf(change.kind), change, decisions);
      if (!review.rule) return { change, refused: notRequestable(review, change) };
      const confirmed = await confirmPress(trx, change, signInForToken(review.rule), press, { confirm, now });
      if ('refused' in confirmed) return { change, refused: inOtherWords(confirmed.refused) };
      await core.personTokens?.adopt(trx, confirmed.signIn.id, change.id);
      const moved = await advance(core, trx, change, {
        patch: { state: change.state, phase: 'send', outcome_json: null },
        actor: approver.objectId,
        event: 'signed in again',
        detail: signInRecord(confirmed.signIn),
      });
      if (moved) await schedulePerform(core, trx, moved, now);
      return moved && { change: moved };
    }),
  );

/** Who is asked to sign in approves nothing by it. */
const inOtherWords = (refused: DecisionRefusal): DecisionRefusal =>
  refused.signIn?.is === 'asked' ? { ...refused, text: 'signin.request.again' } : refused;
