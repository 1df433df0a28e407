import { MINUTE } from '../../src/platform/lib/clock.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type Wanted, wants } from '../deciders.ts';
import { askFor, freshBatch, type Waiting, type Wish } from '../requests.ts';

/** Beside each other in the list are those of one person, who may not ask for many at once. */
const STRIDE = 37;

/** @returns asks for what nobody has asked for on this cluster, once for each name, and waits until the limits are as if nobody had */
export const createFreshRequests = (cluster: Cluster, seed: number) => {
  let asked = 0;
  return async (run: number, ...names: string[]): Promise<readonly Waiting[]> => {
    await freshBatch(cluster);
    const wishes = names.map((name): Wish => {
      asked += 1;
      return { wanted: wants[(asked * STRIDE) % wants.length] as Wanted, reason: `${name} ${run} of seed ${seed}.` };
    });
    const waiting = await askFor(cluster, wishes);
    await cluster.advance(MINUTE);
    return waiting;
  };
};
