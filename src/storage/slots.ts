import { StoreError } from './failure.ts';
import { spend } from './transaction.ts';

/** Runs work in one of so many places; what waits for one goes in order. */
export type Slots = <R>(work: () => Promise<R>) => Promise<R>;

/**
 * @param waitMs how long work may wait for a place
 * @returns a runner that throws StoreError `busy` where no place came free by then: the work has not begun
 */
export const createSlots = (count: number, waitMs: number): Slots => {
  const waiting = new Set<() => void>();
  let free = count;

  const enter = (limitMs: number): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(new StoreError('busy', new Error(`no place for a transaction within ${Math.round(limitMs)} ms`)));
      }, limitMs);
      const go = (): void => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);
    });
  };

  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };

  return async (work) => {
    await spend(waitMs, enter);
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
