import { postgresStores } from '../support/database.ts';
import type { Proof } from './proof.ts';
import { proveShortly, type ShortTier } from './short-tier.ts';

/** A guard against what never comes: the processes of a proof take their time on a busy machine. */
const PATIENCE_MS = 300_000;

interface Tier extends ShortTier {
  /** For a proof of PostgreSQL alone: the test is skipped where there is none. */
  readonly needs?: 'postgres';
}

/** The test that so many runs of a proof, on all stores or on one kind, have no violation. */
export const testProof = (name: string, proof: Pick<Proof, 'prove'>, tier: Tier): void => {
  const test = tier.needs === 'postgres' && !postgresStores() ? it.skip : it;
  const prove = async () => expect(await proveShortly(proof, tier)).toEqual({ made: tier.runs, violations: [] });
  test(name, prove, PATIENCE_MS);
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
