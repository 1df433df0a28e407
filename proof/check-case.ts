import { fc } from '../test/support/fast-check.ts';
import { isOnlyBusy, MOST_TRIES } from './busy-store.ts';
import type { ProofOptions } from './proof.ts';
import { type Dice, diceFrom } from './run-on-stores.ts';

/** How long a failing case is made smaller. A case itself may take any time: an interrupted one would run on beside the next. */
const MAX_SHRINK_MS = 20_000;
const MAX_PRINTED = 2_000;

/** Dice for generators that draw while they run; a failing case shrinks towards the first choices. */
export const anyDice: fc.Arbitrary<Dice> = fc.gen().map((draw) => {
  const below = (count: number): number => draw(fc.nat, { max: Math.max(0, count - 1) });
  const oneIn = (times: number): boolean => below(times) === times - 1;
  return { ...diceFrom(below), oneIn, [fc.toStringMethod]: () => 'dice' };
});

/** One value of a generator for a run that throws dice. */
export const draw = <T>(cases: fc.Arbitrary<T>, dice: Dice): T =>
  fc.sample(cases, { seed: dice.below(2 ** 24), numRuns: 1 })[0] as T;

/** @returns what does not hold of a case, in words */
type Check<T> = (one: T, run: number) => Promise<readonly string[]> | readonly string[];

/**
 * Checks the case that belongs to a seed and a run. A failing one is made smaller until nothing smaller fails.
 * @returns what does not hold of the smallest case, in words, with the case itself
 */
export const checkCase = async <T>(
  seed: number,
  run: number,
  cases: fc.Arbitrary<T>,
  check: Check<T>,
): Promise<readonly string[]> => {
  let wrong: readonly string[] = [];
  let smallest: T | undefined;
  let shrinkUntil = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(cases, async (one) => {
    if (performance.now() > shrinkUntil) return true;
    const make = async () => check(one, run);
    let found: readonly string[] = [];
    for (let tries = 0; tries < MOST_TRIES && (tries === 0 || isOnlyBusy(found)); tries += 1)
      found = await make().catch((error: Error) => [error.stack ?? error.message]);
    if (found.length === 0) return true;
    [wrong, smallest] = [found, one];
    shrinkUntil = Math.min(shrinkUntil, performance.now() + MAX_SHRINK_MS);
    return false;
  });
  const own = { seed: Math.imul(seed * 100_003 + run, 2_654_435_761), numRuns: 1, unbiased: true };
  // Of a case that drew very often fast-check makes nothing smaller: it recurses too deep. What was found counts all the same.
  await fc.check(property, own).catch((error: unknown) => {
    if (wrong.length === 0) throw error;
  });
  const printed = fc.stringify(smallest).slice(0, MAX_PRINTED);
  return wrong.map((words) => `${words}; smallest case: ${printed}`);
};

/**
 * A proof of cases that need no store: one for each run.
 * @param at where a violation is said to be
 * @returns how many were made
 */
export const checkCases = async <T>(
  { runs, seed, complain }: ProofOptions,
  at: (run: number) => string,
  casesOf: (run: number) => fc.Arbitrary<T>,
  check: Check<T>,
): Promise<number> => {
  for (let run = 1; run <= runs; run += 1) {
    for (const words of await checkCase(seed, run, casesOf(run), check)) complain({ run, at: at(run), words });
  }
  return runs;
};
