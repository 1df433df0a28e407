import { sqliteStores } from '../test/support/database.ts';
import type { KillOptions } from './lib/kill-points.ts';
import type { Environment } from './prove-on-stores.ts';

/** Makes a run that is killed at this point. @param meanwhile what happens while the bot is dead; nothing when absent */
type KilledRun<Point> = (
  run: number,
  point: Point,
  meanwhile?: KillOptions<Point>['meanwhile'],
) => Promise<readonly string[]>;

/**
 * The environment of a crash proof on SQLite, for the tests which show that it can fail: it opens before them and ends after them.
 * @returns what makes a run, and gives what does not hold
 */
export const useKilledRuns = <Point>(
  open: (databaseUrl: string, options: KillOptions<Point>) => Promise<Environment>,
): KilledRun<Point> => {
  const stores = sqliteStores();
  let environment: Environment;
  let at: Point;
  let during: KillOptions<Point>['meanwhile'];
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const store = await stores.create();
    remove = store.remove;
    environment = await open(store.url, {
      ...{ seed: 1, pointOf: () => at },
      meanwhile: async (cluster) => during?.(cluster),
    });
  });
  afterAll(async () => {
    await environment.end();
    await remove();
  });
  return (run, point, meanwhile) => {
    at = point;
    during = meanwhile;
    return environment.run(run);
  };
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
