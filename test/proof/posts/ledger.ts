import type { Fleet } from '../fleet/fleet.ts';
import { extrasOf, lostAnswers, type Posted } from './evidence.ts';

/** Counts, for each request and place, the answers that never reached the store: those that Teams lost, and those that a kill did. */
export interface Ledger {
  /** To be called when the bot is dead: what Teams took and the store does not know has lost its answer. */
  died(posted: readonly Posted[]): Promise<void>;
  /** How many were lost in each place. */
  lost(posted: Posted): Promise<Record<string, number>>;
}

export const createLedger = (fleet: Fleet): Ledger => {
  const killed = new Map<string, number>();

  const countAll = async ({ ref }: Posted): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    const add = (place: string, many: number) => counts.set(place, (counts.get(place) ?? 0) + many);
    for (const { place } of (await lostAnswers(fleet)).filter((one) => one.ref === ref)) add(place, 1);
    for (const [key, many] of killed) if (key.startsWith(`${ref} `)) add(key.slice(ref.length + 1), many);
    return counts;
  };

  return {
    async died(posted) {
      for (const one of posted) {
        const counted = await countAll(one);
        for (const [place, extras] of Map.groupBy(extrasOf(one), ({ conversationId }) => conversationId)) {
          const more = extras.length - (counted.get(place) ?? 0);
          const key = `${one.ref} ${place}`;
          if (more > 0) killed.set(key, (killed.get(key) ?? 0) + more);
        }
      }
    },
    lost: async (one) => Object.fromEntries(await countAll(one)),
  };
};
