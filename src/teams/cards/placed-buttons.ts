import { z } from 'zod';
import { button } from './view.ts';

/** The most buttons on a card; Teams shows the others in its menu. */
export const MOST_VISIBLE = 3;

/** Where a button stands: on the card, or in its menu. */
export const buttonMode = z.enum(['primary', 'secondary']);

export const buttonStyle = z.enum(['default', 'positive', 'destructive']);

/** A button with its place and its weight, for a template's `mode` and `style`; one primary button for each card. */
export const placedButton = button.and(z.object({ style: buttonStyle, mode: buttonMode }));
export type PlacedButton = z.input<typeof placedButton>;

/** The first of a list stand on the card, as many as there is room for; the others are in its menu. */
export const visibleFirst = <T>(
  list: readonly T[],
  room: number = MOST_VISIBLE,
): (T & { readonly mode: z.infer<typeof buttonMode> })[] =>
  list.map((one, index) => ({ ...one, mode: index < room ? 'primary' : 'secondary' }));

/** A list's buttons, the most important first, with the place of each. */
export const placedButtons = z.array(button).transform((buttons) => visibleFirst(buttons));

type Unplaced = z.input<typeof button> & { readonly style?: PlacedButton['style'] };

/** Places a card's buttons, the most important first. */
export const placeButtons = (buttons: readonly Unplaced[]): PlacedButton[] =>
  visibleFirst(buttons.map((one) => ({ ...one, style: one.style ?? 'default' })));
