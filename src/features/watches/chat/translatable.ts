import type { Translatable } from '#bot/commands/registry.ts';
import { ALERT } from '#engine/alerts/context.ts';
import { findCardHere } from './alert-actions.ts';

/** The source's texts on an incident's card; none for a hidden one. */
export const alertTexts: Translatable = {
  kind: ALERT,
  async texts(id, turn, services) {
    const card = await findCardHere(turn, services, id);
    const source = services.alerts.sources.find(({ name }) => name === card?.source);
    const texts = card && source ? source.cardSubject(card.item).texts : [];
    return texts.length === 0 ? undefined : texts.flatMap((text) => text.split(/\n+/));
  },
};
