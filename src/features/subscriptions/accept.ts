import { VendorError } from '#cloud/errors/errors.ts';
import type { Step } from '#cloud/long-running.ts';
import {
  type AcceptedSubscription,
  acceptSubscriptionOwnership,
  getAcceptOwnershipStatus,
} from '#cloud/operations/subscriptions.ts';
import { type Change, reconcileUntil } from '#engine/changes/change.ts';
import {
  type ChangeContext,
  type Confirmation,
  type Description,
  defineChange,
  failedBy,
} from '#engine/changes/change-kind.ts';
import { findRule } from '#engine/changes/decision/rules.ts';
import { checkedUntil, timedOutText } from '#features/provisioning.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import type { Fact } from '#teams/cards/view.ts';
import { PENDING_TEXTS, subscriptionFact, subscriptionStateText, tagFact } from './facts.ts';
import { findUnconfirmed, type ObservedState, readObservedState, toObservedState } from './observed-state.ts';
import { changedGroup, changedSubscription, managementGroupsOf, placeOf, scopesOf, subscriptionsOf } from './policy.ts';
import { recordAccepted } from './store.ts';
import { ACCEPT, type AcceptTerms, acceptTerms, CREATED, NONE, OTHER } from './terms.ts';

/** Says in every state that the subscription goes to the bot's identity, not to a person. */
export const describeAccept = async (
  change: Change<AcceptTerms>,
  { now }: ChangeContext,
  words: Words,
): Promise<Description> => {
  const { terms } = change;
  const named = { name: terms.subscription.title };
  return {
    title: words.markdown('subscriptions.accept.title', named),
    summary: words.plain('subscriptions.accept.summary', named),
    facts: factsOf(change, words),
    reason: terms.reason,
    buttons: [],
    ...(change.state === 'unconfirmed' ? { next: unconfirmedText(change, now, words) } : {}),
    ...timedOutText(change, 'subscriptions.accept.unfinished', PENDING_TEXTS, now, words),
  };
};

/** The ownership may be accepted now, though not by Steward; when the reads end, a person must check. */
const unconfirmedText = (change: Change, now: number, words: Words): Markdown =>
  readObservedState(change.seen).acceptOwnershipState === 'Completed'
    ? words.markdown('subscriptions.next.taken')
    : checkedUntil(change, ['subscriptions.next.unclear', 'subscriptions.next.unclearEnd'], now, words);

const factsOf = ({ terms, seen }: Change<AcceptTerms>, words: Words): Fact[] => {
  const { acceptOwnershipState: state } = readObservedState(seen);
  return [
    ...acceptFacts(terms, words),
    ...(state ? [subscriptionFact('ownership', subscriptionStateText('ownership', state, words), words)] : []),
  ];
};

/** The subscription and its new owner, for the confirmation page and every card. */
export const acceptFacts = (terms: AcceptTerms, words: Words): Fact[] => {
  const { subscription, displayName, managementGroup, tags } = terms;
  return [
    subscriptionFact('id', subscription.id, words),
    subscriptionFact('name', displayName, words),
    ...(managementGroup ? [subscriptionFact('managementGroup', managementGroup.title, words)] : []),
    ...tagFact(tags, words),
    subscriptionFact('acceptedBy', words.plain('subscriptions.accept.identity'), words),
  ];
};

/** The vendor accepted the request: its Location reports when it is done. */
const operationConfirmation = ({ progress, tracking, waitMs }: Step<AcceptedSubscription>): Confirmation =>
  progress === 'succeeded'
    ? { is: 'done', seen: { acceptOwnershipState: 'Completed' } }
    : { is: 'unsettled', arrived: true, waitMs, seen: { acceptOwnershipState: 'Pending', tracking } };

/** The state before sending; where it cannot be read, no later state proves anything. */
const readStateBefore = async (
  { terms }: Change<AcceptTerms>,
  { vendor, correlation }: ChangeContext,
): Promise<Pick<ObservedState, 'stateBefore' | 'nameBefore'>> => {
  try {
    const status = await vendor.call(
      getAcceptOwnershipStatus,
      { subscriptionId: terms.subscription.id },
      { correlation },
    );
    return { stateBefore: status.acceptOwnershipState, nameBefore: status.displayName };
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    return { stateBefore: undefined, nameBefore: undefined };
  }
};

/**
 * Follows the Location if there is one. After a lost answer there is none: then the status decides, and where it does not, a
 * person must (docs/sources.md, What may be sent again).
 */
const reconcileAccept = async (change: Change<AcceptTerms>, context: ChangeContext): Promise<Confirmation> => {
  const { tracking } = readObservedState(change.seen);
  if (tracking === undefined) return confirmByStatus(change, context);
  const { vendor, correlation } = context;
  try {
    return operationConfirmation(await vendor.poll(acceptSubscriptionOwnership, tracking, { correlation }));
  } catch (error) {
    if (!(error instanceof VendorError) || !isFinal(error)) throw error;
    // The Location's operation is gone or cannot be read: only the status is left.
    return error.status === 404 || error.status < 400 ? confirmByStatus(change, context) : failedBy(error);
  }
};

/** The operation has ended. Without an answer, or permission to read it, its result is unknown. */
const isFinal = ({ status, retryable }: VendorError): boolean =>
  !retryable && status >= 200 && status !== 401 && status !== 403;

const confirmByStatus = async (
  { terms, phase, seen: before }: Change<AcceptTerms>,
  { vendor, correlation }: ChangeContext,
): Promise<Confirmation> => {
  const input = { subscriptionId: terms.subscription.id };
  const status = await vendor.call(getAcceptOwnershipStatus, input, { correlation });
  const { acceptOwnershipState, provisioningState } = status;
  const seen = toObservedState({ provisioningState, acceptOwnershipState });
  if (acceptOwnershipState === 'Expired') {
    const text = 'subscriptions.failure.expired';
    return { is: 'failed', failure: { code: 'Expired', text, values: {}, rules: [] }, seen };
  }
  const ours =
    phase === 'arrived' || (status.displayName === terms.displayName && isProof(terms, readObservedState(before)));
  if (acceptOwnershipState === 'Completed' && ours) return { is: 'done', seen };
  return { is: 'unsettled', arrived: phase === 'arrived', seen };
};

/**
 * Somebody else may have accepted it first. After a lost answer only the requested name shows that it was Steward, and only
 * if the subscription did not have that name and was not accepted before.
 */
const isProof = ({ displayName }: AcceptTerms, { stateBefore, nameBefore }: ObservedState): boolean =>
  nameBefore !== undefined && nameBefore !== displayName && stateBefore !== 'Completed';

/** Accepts the offered ownership of a subscription (docs/sources.md, Subscriptions), with the bot's own identity. */
export const accept = defineChange<AcceptTerms>({
  name: ACCEPT,
  terms: acceptTerms,
  facets: ({ subscription, managementGroup }) => ({
    subscription: subscription.known,
    managementGroup: managementGroup?.key ?? NONE,
  }),
  scopes: ({ subscription, managementGroup }) => scopesOf(subscription.id, managementGroup),
  place: ({ subscription, managementGroup }, policy) => placeOf(policy, subscription.known, managementGroup?.key),
  facetWords: (policy) => ({
    subscription: [...subscriptionsOf(policy).map(({ key }) => key), CREATED, OTHER],
    managementGroup: [...managementGroupsOf(policy).map(({ key }) => key), NONE],
  }),
  concerns: () => [],
  isFor: () => false,
  forbids: ({ subscription, managementGroup }, policy) =>
    changedSubscription(subscription, policy) ?? changedGroup(managementGroup, policy),
  openKey: ({ subscription }) => subscription.id,

  async isStillValid(trx, { subscription }, now) {
    const unconfirmed = await findUnconfirmed(trx, subscription.id, now);
    if (!unconfirmed) return true;
    const values = { ref: unconfirmed.ref, until: new Date(reconcileUntil(unconfirmed)) };
    throw new AppError({ code: 'Change.Unconfirmed', text: 'subscriptions.acceptForm.unclear', values });
  },

  freeze(terms, _intent, vendor) {
    const { subscription, displayName, managementGroup, tags } = terms;
    const call = vendor.freeze(acceptSubscriptionOwnership, {
      subscriptionId: subscription.id,
      displayName,
      ...(managementGroup === null ? {} : { managementGroup: managementGroup.name }),
      ...(Object.keys(tags).length === 0 ? {} : { tags }),
    });
    return { call, terms };
  },

  readAnswer: (answer) => operationConfirmation(answer as Step<AcceptedSubscription>),
  readError(error) {
    const { is, failure } = failedBy(error);
    const isElsewhere = failure.text === 'vendor.error.otherDirectory';
    return { is, failure: isElsewhere ? { ...failure, text: 'subscriptions.failure.otherDirectory' } : failure };
  },
  checkBefore: readStateBefore,
  reconcile: reconcileAccept,
  describe: describeAccept,

  async onDone(trx, { terms, ref }, now) {
    await recordAccepted(trx, terms.subscription.id, terms.displayName, ref, now);
    return undefined;
  },
  touches: ({ toldBy }) => toldBy,
});

/** Whether some rule would let this person ask for the ownership of some subscription. */
export const mayAcceptSome = (policy: Policy, requester: string): boolean =>
  findRule(policy, { kind: ACCEPT, facets: accept.facetWords(policy), requester, forSelf: false }) !== undefined;
