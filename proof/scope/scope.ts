import { fc } from '../../test/support/fast-check.ts';
import { checkCases } from '../check-case.ts';
import type { Proof } from '../proof.ts';
import { filterCases, filterViolations } from './filters.ts';
import { pathCases, pathViolations } from './paths.ts';
import { healthCases, healthViolations, synchronizationCases, synchronizationViolations } from './questions.ts';
import { scopeCases, scopeViolations } from './typed-scopes.ts';

interface Law {
  /** @returns what does not hold, in words */
  violations(): string[];
}

/** The cases of one law, each printed as what it was made of. */
const lawOf = <T>(cases: fc.Arbitrary<T>, violations: (one: T) => string[]): fc.Arbitrary<Law> =>
  cases.map((one) => ({ violations: () => violations(one), [fc.toStringMethod]: () => fc.stringify(one) }));

/** The paths of all operations are the most to check. */
const laws = fc.oneof(
  { weight: 4, arbitrary: lawOf(pathCases, pathViolations) },
  { weight: 2, arbitrary: lawOf(scopeCases, scopeViolations) },
  { weight: 2, arbitrary: lawOf(filterCases, filterViolations) },
  lawOf(healthCases, healthViolations),
  lawOf(synchronizationCases, synchronizationViolations),
);

/** Every address stands for its parts and for nothing else, whatever text people or the vendor bring. */
export const scope: Proof = {
  name: 'scope',
  says: 'every address stands for its parts and for nothing else',
  short: { runs: 20_000, seed: 4 },
  runs: 1_000_000,
  prove: (options) =>
    checkCases(
      options,
      () => 'the address',
      () => laws,
      (law) => law.violations(),
    ),
};
