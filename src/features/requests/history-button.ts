import { CHANGE } from '#engine/changes/change.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import { listVerbs } from './verbs.ts';

/** Everything that happened to the request of a card, in the card's place. */
export const historyButton: CardButton = {
  name: 'history',
  title: 'requests.history.button',
  action: listVerbs.history,
  forViewers: true,
  answers: ({ subject }) => (subject.startsWith(`${CHANGE}:`) ? { from: 'card' } : undefined),
};
