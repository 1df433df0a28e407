import type { Store, Stores } from '../support/database.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { ProofOptions } from './proof.ts';

/** The dice of one run: the same for the same seed and run, on whatever lane and after whatever runs. */
export interface Dice {
  /** From 0 to under 1. */
  next(): number;
  pick<T>(choices: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
}

export const diceOf = (seed: number, run: number): Dice => {
  const next = seededRandom(seed * 100_003 + run);
  return {
    next,
    pick: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    oneIn: (times) => next() * times < 1,
  };
};

/** The same things in an order of the seed's own. */
export const shuffled = <T>(things: readonly T[], seed: number): T[] => {
  const { next } = diceOf(seed, 0);
  return things
    .map((thing) => [next(), thing] as const)
    .sort(([a], [b]) => a - b)
    .map(([, thing]) => thing);
};

/** What a lane runs on until it is worn. */
export interface Stage {
  /** Makes one run. @returns false when it broke something: the next one wants another stage */
  run(run: number): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Makes runs on all stores side by side: run n on store (n - 1) % stores. Each lane has a stage of its own, and a new one after
 * `worn` runs or a run that broke something, so that no run grows slow or false under the traces of those before it.
 * @returns how many were made
 */
export const inLanes = async (
  { runs, stores }: ProofOptions,
  { worn, open }: { readonly worn: number; open(store: Store, kind: Stores['kind']): Promise<Stage> },
): Promise<number> => {
  const lane = async (kind: Stores, index: number): Promise<number> => {
    const mine = Array.from({ length: runs }, (_, n) => n + 1).filter((n) => (n - 1) % stores.length === index);
    let made = 0;
    await kind.start();
    try {
      while (mine.length > 0) made += await season(kind, mine.splice(0, worn));
    } finally {
      await kind.stop();
    }
    return made;
  };

  const season = async (kind: Stores, numbers: readonly number[]): Promise<number> => {
    let made = 0;
    for (const left = [...numbers]; left.length > 0; ) {
      const store = await kind.create();
      const stage = await open(store, kind.kind);
      try {
        for (let run = left.shift(); run !== undefined; run = left.shift()) {
          made += 1;
          if (!(await stage.run(run))) break;
        }
      } finally {
        await stage.end();
        await store.remove();
      }
    }
    return made;
  };

  return (await Promise.all(stores.map(lane))).reduce((sum, made) => sum + made, 0);
};
