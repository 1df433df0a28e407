import type { Markdown } from '#platform/lib/text.ts';
import { type CardJson, MAX_CARD_BYTES, payloadBytes } from './define-card.ts';

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
  return payloadBytes(longer) <= MAX_CARD_BYTES ? longer : card;
};
