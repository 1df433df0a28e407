import { seededRandom } from '../../test/support/seeded-random.ts';

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
