import { iso } from '#platform/lib/clock.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Confirm, UsedSignIn } from '#teams/fresh-sign-in/confirmation.ts';
import type { SignInTerms } from '#teams/fresh-sign-in/store.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { isSentByApprover } from './approver.ts';
import { USUAL_CONFIRMATION } from './confirm-rule.ts';
import type { Deciding } from './decide.ts';
import type { DecisionRefusal, DecisionResult } from './outcome.ts';
import type { Review } from './review.ts';
import type { ChangeRule } from './rules.ts';

/**
 * How this approval is confirmed: as its rule wants it, and also where the call is sent in its person's name. undefined where it
 * needs nothing.
 */
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
export const signInForToken = ({ confirm = USUAL_CONFIRMATION }: Pick<ChangeRule, 'confirm'>): SignInTerms => ({
  ...confirm,
  withToken: true,
});

/** Where the client cannot ask its person to sign in. */
const elsewhere: DecisionRefusal = { text: 'signin.request.elsewhere', values: {} };

/** Used only by `confirming`. */
const unconfirmed: DecisionRefusal = { ...elsewhere };

/** Whether a press may count: the sign-in that it used up, or why not. */
export type Confirmation = { readonly signIn: UsedSignIn } | { readonly refused: DecisionRefusal };

/** A press of a person whose client may be able to ask them to sign in. */
export type ConfirmedPress = Pick<Deciding, 'person' | 'signIn'>;

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

/**
 * Makes a press that may have to be confirmed, and where it has to, once more with what confirms it: only whoever may do it is
 * asked to sign in, and only then is anything of that loaded.
 * @throws Error where nobody can sign in here: a policy that wants it is not in force then
 */
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
