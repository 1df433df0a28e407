import { previewProof } from './preview/preview.ts';
import { proveShortly } from './short-tier.ts';

it('the rules that a role request shows to fail before it is sent are those that the vendor names', async () => {
  expect(await proveShortly(previewProof, { runs: 60, seed: 10 })).toEqual({ made: 60, violations: [] });
});
