import { scope } from './scope/scope.ts';
import { proveShortly } from './short-tier.ts';

it('every address stands for its parts and for nothing else, in 20,000 cases', async () => {
  expect(await proveShortly(scope, { runs: 20_000, seed: 4 })).toEqual({ made: 20_000, violations: [] });
});
