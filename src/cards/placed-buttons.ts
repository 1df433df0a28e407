import { z } from 'zod';
import { button } from './view.ts';

/** A card's own buttons that stand on it; Teams shows the others in the card's menu. */
const MOST_VISIBLE = 3;

/** A button with its place on the card, for a template's `style` and `mode`. */
export const placedButton = button.and(
  z.object({ style: z.enum(['default', 'positive', 'destructive']), mode: z.enum(['primary', 'secondary']) }),
);

type Style = z.input<typeof placedButton>['style'];
type Unplaced = z.input<typeof button> & { readonly style?: Style };

/** Places a card's buttons, the most important first: three stand on the card, the others are in its menu. */
export const placeButtons = (buttons: readonly Unplaced[]): z.input<typeof placedButton>[] =>
  buttons.map((one, index) => ({
    ...one,
    style: one.style ?? 'default',
    mode: index < MOST_VISIBLE ? 'primary' : 'secondary',
  }));
