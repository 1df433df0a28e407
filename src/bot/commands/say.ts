import { z } from 'zod';
import { LONGEST_SAID } from '../../cards/say-button.ts';
import type { Turn } from '../turn/turn.ts';

const said = z.object({ text: z.string().min(1).max(LONGEST_SAID) });

/**
 * The press of a button that says something (cards/say-button.ts) as if it had been typed: its answer is about no card that
 * stands. Undefined for data that none of ours carries.
 */
export const asTyped = (turn: Turn, data: unknown): Turn | undefined => {
  const read = said.safeParse(data);
  if (!read.success) return undefined;
  const { text } = read.data;
  const { pressed: _card, ...typed } = turn;
  return { ...typed, text, typed: { kind: 'text', content: text } };
};
