import { differences, expectedOf, totalsOf } from './billing/exact-totals.ts';
import { randomRow } from './billing/random-row.ts';
import { diceOf } from './lib/dice.ts';

it('a digit too much is seen', () => {
  const dice = diceOf(9, 1);
  const rows = Array.from({ length: 50 }, (_, index) => randomRow(dice, index));
  const { currencies, pending } = expectedOf(rows);
  const wrong = new Map([...currencies].map(([code, figures]) => [code, { ...figures, tax: figures.tax + 1n }]));
  expect(differences(totalsOf(rows), { currencies: wrong, pending }, 50)).toHaveLength(currencies.size);
});
