import { fc } from '../../test/support/fast-check.ts';
import type { Proof } from '../proof.ts';
import { checkCase } from './check-case.ts';
import { type Overall, told, type World } from './define-proof.ts';
import { type Dice, diceOf } from './dice.ts';

interface Definition<Case, Ground> extends Omit<Proof, 'prove' | 'missingKinds'> {
  /** Sets up what all cases share. */
  ground?(): Promise<Ground & World>;
  /** The case of one run is one of these: a failing one is made smaller. */
  cases(run: number, seed: number, ground: Ground): fc.Arbitrary<Case>;
  /** Where a violation is said to be. */
  at(one: number): string;
  /** @returns what does not hold of a case, in words */
  faults(one: Case, ground: Ground, run: number): readonly string[] | Promise<readonly string[]>;
  /** Looks at what all cases left. */
  overall?(ground: Ground, runs: number): Overall | Promise<Overall>;
}

/** Cases that throw the dice of their run, and are not made smaller: they draw too often. */
export const thrown =
  <Case>(make: (dice: Dice) => Case) =>
  (run: number, seed: number): fc.Arbitrary<Case> =>
    fc.constant(make(diceOf(seed, run)));

/** A proof of cases that need no store, one for each run. */
export const defineCheck = <Case, Ground = undefined>(definition: Definition<Case, Ground>): Proof => {
  const { ground: open, cases, at, faults, overall, ...identity } = definition;
  return {
    ...identity,
    async prove(options) {
      const { runs, seed, complain } = options;
      const shared = await open?.();
      const ground = shared as Ground;
      try {
        for (let run = 1; run <= runs; run += 1) {
          const wrong = await checkCase(seed, run, cases(run, seed, ground), (one) => faults(one, ground, run));
          for (const words of wrong) complain({ run, at: at(run), words });
        }
        await told(options, await overall?.(ground, runs));
      } finally {
        await shared?.end();
      }
      return runs;
    },
  };
};
