import type { CardJson } from './define-card.ts';

/** Teams drops what is too large; sources differ between 28 and 100 KB of UTF-16, so the smallest figure holds. */
export const MAX_PAYLOAD_BYTES = 28 * 1024;

/** Bytes of a JSON text as Teams counts them: two for each UTF-16 unit. */
export const utf16Bytes = (json: string): number => json.length * 2;

/** The same of a payload that is not written yet. */
export const payloadBytes = (payload: unknown): number => utf16Bytes(JSON.stringify(payload));

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
