import { driftProof } from './access-drift/drift.ts';
import { proveShortly } from './short-tier.ts';

it('every difference of a generated world is named and no other, a forged audit is found, its export comes back', async () => {
  expect(await proveShortly(driftProof, { runs: 60, seed: 15 })).toEqual({ made: 60, violations: [] });
});
