import { sqliteStores } from '../../test/support/database.ts';
import type { KillWorld } from './kill-points.ts';

/**
 * The world of a crash proof on SQLite, for the tests which show that it can fail: it opens before them and ends after them.
 * @returns what makes a run, and gives what does not hold
 */
export const useKilledRuns = <Point>(
  open: (databaseUrl: string, seed: number) => Promise<KillWorld<Point>>,
): KillWorld<Point>['run'] => {
  let world: KillWorld<Point>;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const store = await sqliteStores().create();
    remove = store.remove;
    world = await open(store.url, 1);
  });
  afterAll(async () => {
    await world.end();
    await remove();
  });
  return (...run) => world.run(...run);
};

/**
 * Tests of a check for violations.
 * @param valid what is given to it and has none, in words
 * @param cases changes of what is given, each of which makes one violation
 */
export const testViolations = <T>(
  check: (given: T) => readonly string[],
  valid: string,
  given: T,
  cases: readonly (readonly [what: string, change: Partial<T>])[],
): void => {
  it(`${valid} is no violation`, () => expect(check(given)).toEqual([]));
  it.each(cases)('%s is a violation', (_what, change) => expect(check({ ...given, ...change })).toHaveLength(1));
};
