import type { Confirm, UsedSignIn } from '../../sign-in/confirmation.ts';
import type { FreshSignIns } from '../../sign-in/fresh-sign-ins.ts';
import type { SignInTerms } from '../../sign-in/store.ts';
import type { Trx } from '../../storage/database.ts';
import type { Change } from '../change.ts';
import type { Deciding } from './decide.ts';
import type { DecisionRefusal } from './outcome.ts';
import type { Review } from './review.ts';

/** How this approval is confirmed by the rule; undefined where it needs nothing. */
export const confirmationOf = (
  { rule, needs }: Pick<Review, 'rule' | 'needs'>,
  verdict: Deciding['verdict'],
): SignInTerms | undefined => (verdict === 'approve' && needs > 0 ? rule?.confirm : undefined);

/** Where the client cannot ask its person to sign in. */
const elsewhere: DecisionRefusal = { text: 'signin.request.elsewhere', values: {} };

/** Used only by `decide`, which then prepares what confirms it. */
export const unconfirmed: DecisionRefusal = { ...elsewhere };

/** Whether an approval may count: the sign-in that it used up, none where none is needed, or why not. */
export type Confirmation = { readonly signIn: UsedSignIn | undefined } | { readonly refused: DecisionRefusal };

/** @param confirm undefined before it was prepared */
export const confirmDecision = async (
  trx: Trx,
  { id: change, termsVersion }: Pick<Change, 'id' | 'termsVersion'>,
  review: Review,
  { person, verdict, signIn }: Deciding,
  { confirm, now }: { readonly confirm: Confirm | undefined; readonly now: number },
): Promise<Confirmation> => {
  const terms = confirmationOf(review, verdict);
  if (!terms) return { signIn: undefined };
  if (!signIn) return { refused: elsewhere };
  if (!confirm) return { refused: unconfirmed };
  const wanted = { ...terms, person: person.objectId.toLowerCase(), change, termsVersion };
  const confirmed = await confirm(trx, wanted, now);
  if (confirmed.is === 'confirmed') return { signIn: confirmed.signIn };
  if (confirmed.is === 'asked') return { refused: { text: 'signin.request.text', values: {}, signIn: confirmed } };
  return { refused: { text: `signin.refused.${confirmed.fault}`, values: {}, signIn: confirmed } };
};

/** @throws Error where nobody can sign in here: a policy that wants it is not in force then */
export const preparing = (signIns: FreshSignIns | undefined, { signIn }: Deciding): Promise<Confirm> => {
  if (!signIns) throw new Error('the policy wants a sign-in, and nobody can sign in');
  return signIns.prepare(signIn?.proof);
};
