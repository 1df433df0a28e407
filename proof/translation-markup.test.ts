import { proveShortly } from './short-tier.ts';
import { markup } from './translation/markup/markup.ts';

it('a hostile translator changes nothing that is kept, and an honest one comes through', async () => {
  expect(await proveShortly(markup, { runs: 250, seed: 3 })).toEqual({ made: 250, violations: [] });
});
