import { type Change, reconcileUntil } from '#engine/changes/change.ts';
import type { ChangeButton, ChangeContext, Description } from '#engine/changes/change-kind.ts';
import { timedOutText } from '#features/provisioning.ts';
import { iso } from '#platform/lib/clock.ts';
import { cut, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { portalAddress } from '#policy/model/sections.ts';
import { dateTime, type Fact } from '#teams/cards/view.ts';
import { mayAcceptSome } from './accept.ts';
import { createFacts, ownerId, PENDING_TEXTS, subscriptionFact, subscriptionStateText } from './facts.ts';
import { findUnconfirmed, type ObservedState, readObservedState } from './observed-state.ts';
import { findKnown, type KnownSubscription } from './store.ts';
import { ACCEPT, type CreateTerms } from './terms.ts';

/** Opens the form that accepts the ownership of the card's subscription. */
export const ACCEPT_VERB = 'subscriptions.offerAccept';

/** One card from request to accepted ownership: the settings, the billing, and the progress at the vendor. */
export const describeCreate = async (
  change: Change<CreateTerms>,
  context: ChangeContext,
  words: Words,
): Promise<Description> => {
  const { terms } = change;
  const seen = readObservedState(change.seen);
  const known = seen.subscriptionId === undefined ? undefined : await findKnown(context.db, seen.subscriptionId);
  const named = { name: terms.existing?.title ?? terms.displayName };
  const pending = seen.acceptOwnershipState === 'Pending' && !known?.accepted;
  const address = pending ? seen.acceptOwnershipUrl : undefined;
  const link = address === undefined ? undefined : portalAddress(context.policy, address);
  return {
    title: words.markdown(
      terms.existing ? 'subscriptions.create.title.alias' : 'subscriptions.create.title.new',
      named,
    ),
    summary: words.plain(
      terms.existing ? 'subscriptions.create.summary.alias' : 'subscriptions.create.summary.new',
      named,
    ),
    facts: [
      ...createFacts(withoutNewName(terms), words),
      ...observedFacts(change, known, words),
      ...addressFact(address, link, words),
    ],
    reason: terms.reason,
    details: ownerId(terms, words),
    buttons: [],
    ...(link === undefined ? {} : { links: [{ title: words.plain('subscriptions.button.open'), url: link }] }),
    ...(change.state === 'done' && pending ? await acceptanceState(seen, context, words) : {}),
    ...timedOutText(change, 'subscriptions.create.unfinished', PENDING_TEXTS, context.now, words),
  };
};

/** The name of a new subscription is already the card's title. */
const withoutNewName = (terms: CreateTerms): CreateTerms => (terms.existing ? terms : { ...terms, displayName: '' });

const observedFacts = ({ seen, endedAt }: Change, known: KnownSubscription | undefined, words: Words): Fact[] => {
  const { subscriptionId, provisioningState, acceptOwnershipState } = readObservedState(seen);
  return [
    ...(subscriptionId ? [subscriptionFact('id', subscriptionId, words)] : []),
    ...(provisioningState
      ? [subscriptionFact('provisioning', subscriptionStateText('provisioning', provisioningState, words), words)]
      : []),
    ...(acceptOwnershipState ? [ownershipFact(acceptOwnershipState, known, endedAt, words)] : []),
  ];
};

/** Nothing is read after creation, so the state is shown with its time. */
const ownershipFact = (
  state: string,
  known: KnownSubscription | undefined,
  endedAt: number | undefined,
  words: Words,
): Fact => {
  if (known?.accepted) {
    return subscriptionFact(
      'ownership',
      words.plain('subscriptions.ownership.acceptedBy', { ref: known.accepted.ref }),
      words,
    );
  }
  const { title, value } = subscriptionFact('ownership', subscriptionStateText('ownership', state, words), words);
  return { title, value: endedAt === undefined ? value : (`${value} · ${dateTime(endedAt)}` as Markdown) };
};

const LONGEST_ADDRESS = 600;

/** An address that is not a safe link is shown as text. */
const addressFact = (address: string | undefined, link: string | undefined, words: Words): Fact[] =>
  address === undefined || link !== undefined
    ? []
    : [subscriptionFact('address', cut(address, LONGEST_ADDRESS), words)];

const acceptanceState = async (
  { subscriptionId = '' }: ObservedState,
  { db, now, openChange, policy }: ChangeContext,
  words: Words,
): Promise<Pick<Description, 'next' | 'buttons'>> => {
  const open = await openChange(ACCEPT, subscriptionId.toLowerCase());
  if (open) return { next: words.markdown('subscriptions.next.accepting', { ref: open.ref }), buttons: [] };
  const unconfirmed = await findUnconfirmed(db, subscriptionId, now);
  if (unconfirmed) return { next: unconfirmedText(unconfirmed, words), buttons: [] };
  const button: ChangeButton = {
    title: words.plain('subscriptions.button.accept'),
    verb: ACCEPT_VERB,
    tone: 'positive',
    fields: [],
    may: (requester) => mayAcceptSome(policy, requester),
  };
  return { next: words.markdown('subscriptions.next.accept'), buttons: [button] };
};

/** Since when it is unclear whether the ownership was accepted; no second request is accepted during reconciliation. */
const unconfirmedText = (unconfirmed: Change, words: Words): Markdown =>
  words.markdown('subscriptions.next.doubt', {
    ref: unconfirmed.ref,
    since: iso(unconfirmed.endedAt ?? 0),
    until: iso(reconcileUntil(unconfirmed)),
  });
