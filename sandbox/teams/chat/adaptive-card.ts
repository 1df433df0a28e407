import { z } from 'zod';

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

/** Teams' checks before it shows a card; the renderer checks the rest. */
export const adaptiveCard = z.looseObject({ type: z.literal('AdaptiveCard') });
