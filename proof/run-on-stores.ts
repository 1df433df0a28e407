import type { Store, Stores } from '../test/support/database.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import type { ProofOptions } from './proof.ts';

/** The dice of one run: the same for the same seed and run, on whatever store and after whatever runs. */
export interface Dice {
  /** From 0 to under 1. */
  next(): number;
  /** A whole number from 0 to one less than `count`. */
  below(count: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
}

const FINEST = 2 ** 24;

/** @param below what draws a whole number from 0 to one less than `count` */
export const diceFrom = (below: Dice['below']): Dice => ({
  below,
  next: () => below(FINEST) / FINEST,
  pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
  oneIn: (times) => below(times) === 0,
});

export const diceOf = (seed: number, run: number): Dice => {
  const next = seededRandom(seed * 100_003 + run);
  return diceFrom((count) => Math.floor(next() * count));
};

/** The same things in an order of the seed's own. */
export const shuffled = <T>(things: readonly T[], seed: number): T[] => {
  const { next } = diceOf(seed, 0);
  return things
    .map((thing) => [next(), thing] as const)
    .sort(([a], [b]) => a - b)
    .map(([, thing]) => thing);
};

/** What runs share on one store until it is replaced. */
interface StoreRuns {
  /** Makes one run. @returns false after a violation: the next run wants a new environment; `again` where the same run wants one */
  run(run: number): Promise<boolean | 'again'>;
  end(): Promise<void>;
}

/**
 * Makes runs on all kinds of stores side by side: run n on kind (n - 1) % kinds. Each kind gets a new store and environment after
 * `runsPerEnvironment` runs and after a violation, so that no run grows slow or false under the traces of those before it.
 * @returns how many were made
 */
export const runOnStores = async (
  { runs, stores }: ProofOptions,
  options: { readonly runsPerEnvironment: number; open(store: Store, kind: Stores['kind']): Promise<StoreRuns> },
): Promise<number> => {
  const runOn = async (kind: Stores, index: number): Promise<number> => {
    const numbers = Array.from({ length: runs }, (_, n) => n + 1).filter((n) => (n - 1) % stores.length === index);
    const made = numbers.length;
    await kind.start();
    try {
      while (numbers.length > 0) await runInOneEnvironment(kind, numbers);
    } finally {
      await kind.stop();
    }
    return made;
  };

  /** Takes the runs that it makes out of `numbers`. */
  const runInOneEnvironment = async (kind: Stores, numbers: number[]): Promise<void> => {
    const store = await kind.create();
    const environment = await options.open(store, kind.kind);
    try {
      for (let left = options.runsPerEnvironment; left > 0 && numbers.length > 0; left -= 1) {
        const run = numbers.shift() ?? 0;
        const made = await environment.run(run);
        if (made === 'again') numbers.unshift(run);
        if (made !== true) return;
      }
    } finally {
      await environment.end();
      await store.remove();
    }
  };

  return (await Promise.all(stores.map(runOn))).reduce((sum, made) => sum + made, 0);
};
