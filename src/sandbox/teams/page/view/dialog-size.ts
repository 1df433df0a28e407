import type { DialogAnswer } from '../../api.ts';

type Size = Extract<DialogAnswer, { kind: 'card' }>['width'];

/** As Teams reads the words: a share of the window. */
const shares = { small: 20, medium: 50, large: 60 } as const;

const length = (size: Size, unit: 'vw' | 'vh'): string | undefined =>
  typeof size === 'number' ? `${size}px` : size && `${shares[size]}${unit}`;

/** The style of a dialog: what the bot said of its size; the style sheet keeps it readable and inside the window. */
export const dialogSize = ({ width, height }: { width?: Size; height?: Size }): string => {
  const [wide, high] = [length(width, 'vw'), length(height, 'vh')];
  return [wide && `--dialog-width: ${wide}`, high && `--dialog-height: ${high}`].filter(Boolean).join(';');
};
