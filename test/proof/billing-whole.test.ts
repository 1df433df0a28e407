import { whole } from './billing/whole/whole.ts';
import { prove } from './prove.ts';

it('an invoice is read whole, or said to be incomplete', async () => {
  expect(await prove(whole, { runs: 40, seed: 1 })).toEqual({ made: 40, violations: [] });
}, 60_000);
