import { toFieldView } from '#teams/cards/form.ts';
import { MOST_VISIBLE, visibleFirst } from '#teams/cards/placed-buttons.ts';
import type { PlacedButtons } from './card-buttons.ts';

/** The most actions that Teams shows on a card. */
export const MOST_ACTIONS = 6;

/**
 * What opens questions stands on the card, for in a menu not every client can open it; then what acts, then links. What other
 * features offer is in the menu, unless there is nothing else.
 */
export const buttonViews = <L, O, W>(
  { acts, asks }: PlacedButtons,
  { links, offers, windows }: { links: readonly L[]; offers: readonly O[]; windows: readonly W[] },
) => {
  const forActs = MOST_VISIBLE - asks.length;
  const acting = acts.filter(({ inMenu }) => !inMenu);
  const later = acts.filter(({ inMenu }) => inMenu);
  const forLinks = forActs - Math.min(acting.length, forActs);
  const forOthers = acts.length + asks.length + links.length === 0 ? MOST_VISIBLE : 0;
  return {
    acts: [...visibleFirst(acting, forActs), ...visibleFirst(later, 0)],
    asks: visibleFirst(asks).map(({ fields, send, ...ask }) => ({
      ...{ ...ask, sendTitle: send.title, sendTone: send.tone },
      fields: fields.map((field) => toFieldView(field)),
    })),
    links: visibleFirst(links, forLinks),
    offers: visibleFirst(offers, forOthers),
    windows: visibleFirst(windows, forOthers - offers.length),
  };
};
