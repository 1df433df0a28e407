import type { Markdown } from '../lib/text.ts';
import { type CardJson, MAX_PAYLOAD_BYTES, payloadBytes } from './define-card.ts';

/** What carries the card needs some of the room. */
const MOST_BYTES = MAX_PAYLOAD_BYTES - 2_048;

/** The card with one more line at its end, where there is room. */
export const withLastLine = (card: CardJson, text: Markdown): CardJson => {
  const { body } = card as { readonly body?: unknown };
  const line = {
    type: 'TextBlock',
    text,
    wrap: true,
    isSubtle: true,
    size: 'Small',
    separator: true,
    spacing: 'Medium',
  };
  const longer = { ...card, body: [...(Array.isArray(body) ? body : []), line] };
  return payloadBytes(longer) <= MOST_BYTES ? longer : card;
};
