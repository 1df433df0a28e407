import { z } from 'zod';

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

/** What Teams looks at before it shows a card; the rest is the renderer's to judge. */
export const adaptiveCard = z.looseObject({ type: z.literal('AdaptiveCard') });
