import { iso } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Confirm, UsedSignIn } from '#teams/fresh-sign-in/confirmation.ts';
import type { SignInTerms } from '#teams/fresh-sign-in/store.ts';
import { type Change, isSignInAwaited } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { approverOf, isSentByApprover } from '../execution/approver-token.ts';
import { schedulePerform } from '../execution/perform.ts';
import { listDecisions } from '../repository.ts';
import { notRequestable } from './check-decision.ts';
import type { Deciding } from './decide.ts';
import { type DecisionRefusal, type DecisionResult, refuse, withChangeNow } from './outcome.ts';
import { type Review, reviewOf } from './review.ts';
import type { ChangeRule } from './rules.ts';
import { USUAL_CONFIRMATION } from './stages.ts';

/** How this approval is confirmed: by its rule, or because the call is sent in the person's name; undefined where it needs nothing. */
export const confirmationOf = (
  core: Pick<ChangesCore, 'personTokens' | 'kindOf'>,
  { kind }: Pick<Change, 'kind'>,
  { rule, needs }: Pick<Review, 'rule' | 'needs'>,
  verdict: Deciding['verdict'],
): SignInTerms | undefined => {
  if (verdict !== 'approve' || needs === 0 || !rule) return undefined;
  if (isSentByApprover(core, kind)) return signInForToken(rule);
  return rule.confirm && { ...rule.confirm, withToken: false };
};

/** How somebody signs in who gives their permission for the call. */
const signInForToken = ({ confirm = USUAL_CONFIRMATION }: Pick<ChangeRule, 'confirm'>): SignInTerms => ({
  ...confirm,
  withToken: true,
});

/** Where the client cannot ask its person to sign in. */
const elsewhere: DecisionRefusal = { text: 'signin.request.elsewhere', values: {} };

/** Used only by `confirming`. */
const unconfirmed: DecisionRefusal = { ...elsewhere };

/** Whether a press may count: the sign-in that it used up, or why not. */
type Confirmation = { readonly signIn: UsedSignIn } | { readonly refused: DecisionRefusal };

/** A press of a person whose client may be able to ask them to sign in. */
type ConfirmedPress = Pick<Deciding, 'person' | 'signIn'>;

/** @param confirm undefined before it was prepared */
export const confirmPress = async (
  trx: Trx,
  { id: change, termsVersion }: Pick<Change, 'id' | 'termsVersion'>,
  terms: SignInTerms,
  { person, signIn }: ConfirmedPress,
  { confirm, now }: { readonly confirm: Confirm | undefined; readonly now: number },
): Promise<Confirmation> => {
  if (!signIn) return { refused: elsewhere };
  if (!confirm) return { refused: unconfirmed };
  const wanted = { ...terms, person: person.objectId.toLowerCase(), change, termsVersion };
  const confirmed = await confirm(trx, wanted, now);
  if (confirmed.is === 'confirmed') return { signIn: confirmed.signIn };
  if (confirmed.is === 'asked') {
    const text = terms.withToken ? 'signin.request.permission' : 'signin.request.text';
    return { refused: { text, values: {}, signIn: confirmed } };
  }
  return { refused: { text: `signin.refused.${confirmed.fault}`, values: {}, signIn: confirmed } };
};

/** Makes a press, and once more with what confirms it where it must be confirmed. @throws Error where nobody can sign in here */
export const confirming = async (
  { signIns }: Pick<ChangesCore, 'signIns'>,
  { signIn }: ConfirmedPress,
  once: (confirm?: Confirm) => Promise<DecisionResult>,
): Promise<DecisionResult> => {
  const result = await once();
  if (result.refused !== unconfirmed) return result;
  if (!signIns) throw new Error('the policy wants a sign-in, and nobody can sign in');
  return once(await signIns.prepare(signIn?.proof));
};

/** As the audit has it. */
export const signInRecord = (signIn: UsedSignIn | undefined): Readonly<Record<string, unknown>> =>
  signIn ? { signIn: { ...signIn, signedInAt: iso(signIn.signedInAt) } } : {};

export interface SigningIn extends ConfirmedPress {
  readonly change: string;
}

/** The approver signs in again, so that it can be sent in their name: nothing is decided anew. A late press does nothing. */
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
