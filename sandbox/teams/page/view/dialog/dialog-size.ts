import type { DialogAnswer } from '../../../api.ts';

type Size = Extract<DialogAnswer, { kind: 'card' }>['width'];

/** As Teams reads the words: a share of the window. */
const shares = { small: 20, medium: 50, large: 60 } as const;

/**
 * The style of a dialog: how wide the bot wants it, and how high if it says so in pixels. A word for the height is left to
 * the card, which is as high as it is; the style sheet keeps all of it readable and inside the window.
 */
export const dialogSize = ({ width, height }: { width?: Size; height?: Size }): string => {
  const wide = typeof width === 'number' ? `${width}px` : width && `${shares[width]}vw`;
  const high = typeof height === 'number' && `${height}px`;
  return [wide && `--dialog-width: ${wide}`, high && `--dialog-height: ${high}`].filter(Boolean).join(';');
};
