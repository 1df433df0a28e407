import { comparing } from './billing/comparison.ts';
import { csv } from './billing/csv.ts';
import { differences, exact, totalsOf } from './billing/exact-totals.ts';
import { net } from './billing/net-totals.ts';
import { expectedOf } from './billing/oracle.ts';
import { randomRow } from './billing/random-row.ts';
import { diceOf } from './run-on-stores.ts';
import { proveShortly } from './short-tier.ts';

it('10,000 transactions come to what an oracle of whole numbers says', async () => {
  expect(await proveShortly(exact, { runs: 1, seed: 4 })).toEqual({ made: 1, violations: [] });
});

it('net is what is charged less credits and refunds, and the refund view agrees', async () => {
  expect(await proveShortly(net, { runs: 40, seed: 4 })).toEqual({ made: 40, violations: [] });
});

it('a file read back is what the vendor said, and no formula', async () => {
  expect(await proveShortly(csv, { runs: 40, seed: 4 })).toEqual({ made: 40, violations: [] });
});

it('deltas add up, what is injected is found, and what is flat is quiet', async () => {
  expect(await proveShortly(comparing, { runs: 10, seed: 4 })).toEqual({ made: 10, violations: [] });
});

it('a digit too much is seen', () => {
  const dice = diceOf(9, 1);
  const rows = Array.from({ length: 50 }, (_, index) => randomRow(dice, index));
  const { currencies, pending } = expectedOf(rows);
  const wrong = new Map([...currencies].map(([code, figures]) => [code, { ...figures, tax: figures.tax + 1n }]));
  expect(differences(totalsOf(rows), { currencies: wrong, pending }, 50)).toHaveLength(currencies.size);
});
