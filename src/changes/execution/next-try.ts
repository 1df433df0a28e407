import { z } from 'zod';
import type { Change } from '../change.ts';

const refusedForNow = z.object({ again: z.object({ at: z.string(), code: z.string() }) });

/** When the engine sends a call again that the vendor refuses for now, and the vendor's code; undefined otherwise. */
export const nextTry = (
  { state, phase, seen }: Change,
  now: number,
): { readonly at: Date; readonly code: string } | undefined => {
  if (state !== 'doing' || phase !== 'send') return undefined;
  const { data } = refusedForNow.safeParse(seen);
  const at = new Date(data?.again.at ?? 0);
  return data && at.getTime() > now ? { at, code: data.again.code } : undefined;
};
