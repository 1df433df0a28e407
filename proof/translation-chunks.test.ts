import { proveShortly } from './short-tier.ts';
import { chunks } from './translation/chunks/chunks.ts';

it('texts of any length are cut, packed, sent and joined within the limits', async () => {
  expect(await proveShortly(chunks, { runs: 14, seed: 6 })).toEqual({ made: 14, violations: [] });
});
