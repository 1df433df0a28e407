import { ALERT } from '../../../alerts/alerts.ts';
import type { Translatable } from '../../../bot/commands/registry.ts';
import { cardHere } from './alert-actions.ts';

/** What an incident's card says here in the words of its source; nothing of one that hides them by now. */
export const alertTexts: Translatable = {
  kind: ALERT,
  async texts(id, turn, services) {
    const card = await cardHere(turn, services, id);
    const source = services.alerts.sources.find(({ name }) => name === card?.source);
    const texts = card && source ? source.subjectOf(card.item).texts : [];
    return texts.length === 0 ? undefined : texts.flatMap((text) => text.split(/\n+/));
  },
};
