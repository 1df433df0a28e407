import type { CardJson } from './define-card.ts';
import { MAX_PAYLOAD_BYTES, payloadBytes } from './size.ts';

/** A card is not the whole message: what carries it, its toast and Teams' own fields need some of the room. */
const MOST_BYTES = MAX_PAYLOAD_BYTES - 2_048;
const SMALLEST = 0.01;

/**
 * The richest card that Teams takes.
 * @param draw makes the card with a share of what it would hold at most, 1 for all of it; bounded whatever it shows
 */
export const fitCard = (draw: (share: number) => CardJson): CardJson => {
  let share = 1;
  for (;;) {
    const card = draw(share);
    if (payloadBytes(card) <= MOST_BYTES || share < SMALLEST) return card;
    share *= 0.7;
  }
};

/** So many of something, at least one. */
export const some = (most: number, share: number): number => Math.max(1, Math.round(most * share));
