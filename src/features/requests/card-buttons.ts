import { CHANGE } from '#engine/changes/change.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { affectedPlaces } from '#policy/policy.ts';
import { LONGEST_PLACES } from './parse-query.ts';
import { listVerbs } from './verbs.ts';

/** What broke something was often changed some hours before anybody saw it. */
const BEFORE_MS = 6 * HOUR;

/** The first question of anybody on call: what was changed in the affected places since shortly before an incident began. */
export const whatChangedButton: CardButton = {
  name: 'changed',
  title: 'requests.list.changedButton',
  action: listVerbs.changed,
  answers({ subscriptions, began }, policy) {
    const places = affectedPlaces(policy, subscriptions).map(({ key }) => key);
    if (began === undefined || places.length === 0) return undefined;
    const place = places.join(',');
    return { since: String(began - BEFORE_MS), ...(place.length > LONGEST_PLACES ? {} : { place }) };
  },
};

/** Everything that happened to the request of a card, in the card's place. */
export const historyButton: CardButton = {
  name: 'history',
  title: 'requests.history.button',
  action: listVerbs.history,
  forViewers: true,
  answers: ({ subject }) => (subject.startsWith(`${CHANGE}:`) ? { from: 'card' } : undefined),
};
