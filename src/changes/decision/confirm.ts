import type { Confirm, UsedSignIn } from '../../sign-in/confirmation.ts';
import type { FreshSignIns } from '../../sign-in/fresh-sign-ins.ts';
import type { SignInTerms } from '../../sign-in/store.ts';
import type { Trx } from '../../storage/database.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { isSentByApprover } from './approver.ts';
import { USUAL_CONFIRMATION } from './confirm-rule.ts';
import type { Deciding } from './decide.ts';
import type { DecisionRefusal } from './outcome.ts';
import type { Review } from './review.ts';

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
  if (isSentByApprover(core, kind)) return signInForToken({ rule });
  return rule.confirm && { ...rule.confirm, withToken: false };
};

/** How somebody signs in who gives their permission for the call. */
export const signInForToken = ({ rule }: Pick<Review, 'rule'>): SignInTerms => ({
  ...(rule?.confirm ?? USUAL_CONFIRMATION),
  withToken: true,
});

/** Where the client cannot ask its person to sign in. */
const elsewhere: DecisionRefusal = { text: 'signin.request.elsewhere', values: {} };

/** Used only where it is tried again with what confirms it, prepared. */
export const unconfirmed: DecisionRefusal = { ...elsewhere };

/** Whether a press may count: the sign-in that it used up, none where none is needed, or why not. */
export type Confirmation = { readonly signIn: UsedSignIn | undefined } | { readonly refused: DecisionRefusal };

/** A press of a person whose client may be able to ask them to sign in. */
export type ConfirmedPress = Pick<Deciding, 'person' | 'signIn'>;

/**
 * @param terms undefined where nothing is to be confirmed
 * @param confirm undefined before it was prepared
 */
export const confirmPress = async (
  trx: Trx,
  { id: change, termsVersion }: Pick<Change, 'id' | 'termsVersion'>,
  terms: SignInTerms | undefined,
  { person, signIn }: ConfirmedPress,
  { confirm, now }: { readonly confirm: Confirm | undefined; readonly now: number },
): Promise<Confirmation> => {
  if (!terms) return { signIn: undefined };
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

/** @throws Error where nobody can sign in here: a policy that wants it is not in force then */
export const preparing = (signIns: FreshSignIns | undefined, { signIn }: ConfirmedPress): Promise<Confirm> => {
  if (!signIns) throw new Error('the policy wants a sign-in, and nobody can sign in');
  return signIns.prepare(signIn?.proof);
};
