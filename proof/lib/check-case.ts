import { fc } from '../../test/support/fast-check.ts';
import { type Dice, diceFrom } from './dice.ts';

/** How often a run is made at most. */
export const MOST_TRIES = 3;

/** The code that the store's own limits have in errors and on cards. */
const BUSY = /\bStore\.Busy\b/;

/** Whether all that was found is that the machine was too busy for the store's limits: such a run shows nothing and is made again. */
export const isOnlyBusy = (wrong: readonly string[]): boolean =>
  wrong.length > 0 && wrong.every((words) => BUSY.test(words));

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
