import { CHANGE } from '#engine/changes/change.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import { SHOW } from '#features/change-answers.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { affectedPlaces } from '#policy/policy.ts';
import { LONGEST_PLACES } from './parse-query.ts';

/** Verbs of the lists' buttons. A change's own card has its own ones (src/engine/changes/card/card-buttons.ts). */
export const listVerbs = {
  approve: 'requests.approve',
  deny: 'requests.deny',
  withdraw: 'requests.withdraw',
  again: 'requests.again',
  waiting: 'requests.waiting',
  mine: 'requests.mine',
  found: 'requests.found',
  changed: 'requests.changed',
  history: 'requests.history',
  exportList: 'requests.exportList',
  show: SHOW,
} as const;

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
