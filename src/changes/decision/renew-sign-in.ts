import { iso } from '../../lib/clock.ts';
import type { Confirm } from '../../sign-in/confirmation.ts';
import { isSignInAwaited } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { schedulePerform } from '../execution/perform.ts';
import { listDecisions } from '../repository.ts';
import { approverOf } from './approver.ts';
import { notRequestable } from './check-decision.ts';
import { type ConfirmedPress, confirmPress, preparing, signInForToken, unconfirmed } from './confirm.ts';
import { type DecisionRefusal, type DecisionResult, refuse } from './outcome.ts';
import { reviewOf } from './review.ts';
import { withChangeNow } from './with-change.ts';

export interface SigningIn extends ConfirmedPress {
  readonly change: string;
}

/**
 * Whoever approved it signs in again, so that it can be sent in their name: nothing is decided anew. A press that comes too late
 * does nothing.
 */
export const renewSignIn = async (core: ChangesCore, press: SigningIn): Promise<DecisionResult> => {
  const once = (confirm?: Confirm): Promise<DecisionResult> =>
    withChangeNow(core, press.change, async (engine, trx, change) => {
      if (!isSignInAwaited(change)) return { change };
      const decisions = await listDecisions(trx, change.id);
      const approver = approverOf(change, decisions);
      if (approver?.objectId !== press.person.objectId.toLowerCase())
        return { change, refused: refuse('notYourSignIn', { who: approver?.name ?? '' }) };
      const now = core.clock.now();
      const review = reviewOf(engine.policy.current(), core.kindOf(change.kind), change, decisions);
      if (!review.rule) return { change, refused: notRequestable(review, change) };
      const confirmed = await confirmPress(trx, change, signInForToken(review), press, { confirm, now });
      if ('refused' in confirmed) return { change, refused: inOtherWords(confirmed.refused) };
      const { signIn } = confirmed;
      if (signIn) await core.personTokens?.adopt(trx, signIn.id, change.id);
      const moved = await advance(core, trx, change, {
        patch: { state: change.state, phase: 'send', outcome_json: null },
        actor: approver.objectId,
        event: 'signed in again',
        detail: signIn ? { signIn: { ...signIn, signedInAt: iso(signIn.signedInAt) } } : {},
      });
      if (moved) await schedulePerform(core, trx, moved, now);
      return moved && { change: moved };
    });
  const result = await once();
  return result.refused === unconfirmed ? once(await preparing(core.signIns, press)) : result;
};

/** Who is asked to sign in approves nothing by it. */
const inOtherWords = (refused: DecisionRefusal): DecisionRefusal =>
  refused.signIn?.is === 'asked' ? { ...refused, text: 'signin.request.again' } : refused;
