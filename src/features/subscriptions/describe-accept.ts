import type { Fact } from '../../cards/view.ts';
import type { Change } from '../../changes/change.ts';
import type { ChangeContext, Description } from '../../changes/change-kind.ts';
import { lookedAtUntil } from '../../changes/looking.ts';
import { iso } from '../../lib/clock.ts';
import type { Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { labelled, stateWords, tagFact } from './facts.ts';
import { readSeen } from './seen.ts';
import type { AcceptTerms } from './terms.ts';
import { unfinished } from './unfinished.ts';

/** Says in every state that it is the bot's identity, and nobody's own, to which the subscription comes. */
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
    ...(change.state === 'unconfirmed' ? { next: unclear(change, now, words) } : {}),
    ...unfinished(change, 'accept', now, words),
  };
};

/** It may be accepted by now, and yet not by us; what nobody looks for any more a person has to. */
const unclear = (change: Change, now: number, words: Words): Markdown => {
  if (readSeen(change.seen).acceptOwnershipState === 'Completed') return words.markdown('subscriptions.next.taken');
  const until = lookedAtUntil(change);
  return now < until
    ? words.markdown('subscriptions.next.unclear', { until: iso(until) })
    : words.markdown('subscriptions.next.unclearEnd');
};

const factsOf = ({ terms, seen }: Change<AcceptTerms>, words: Words): Fact[] => {
  const { acceptOwnershipState: state } = readSeen(seen);
  return [
    ...acceptFacts(terms, words),
    ...(state ? [labelled('ownership', stateWords('ownership', state, words), words)] : []),
  ];
};

/** What is taken over, and by whom: on the page that asks once more, and on every card. */
export const acceptFacts = (terms: AcceptTerms, words: Words): Fact[] => {
  const { subscription, displayName, managementGroup, tags } = terms;
  return [
    labelled('id', subscription.id, words),
    labelled('name', displayName, words),
    ...(managementGroup ? [labelled('managementGroup', managementGroup.title, words)] : []),
    ...tagFact(tags, words),
    labelled('acceptedBy', words.plain('subscriptions.accept.identity'), words),
  ];
};
