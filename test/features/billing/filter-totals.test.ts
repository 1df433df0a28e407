import fc from 'fast-check';
import { invoiceTransaction } from '#cloud/operations/billing.ts';
import { foldAmounts } from '#features/billing/invoice/filter-totals.ts';
import { LIST_ROWS } from '#features/billing/invoice/list-query.ts';
import { amountsOf } from '#features/billing/invoice/totals.ts';
import { addDecimals, type Decimal, ratioOf, ZERO } from '#platform/lib/decimal.ts';

const amount = fc.record({
  currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
  value: fc.integer({ min: -1e12, max: 1e12 }).map((number) => number / 10_000),
});

const rows = fc
  .array(fc.record({ transactionAmount: amount, tax: amount }, { requiredKeys: [] }), { maxLength: 90 })
  .map((all) =>
    all.map((properties, index) => invoiceTransaction.parse({ id: `${index}`, name: `${index}`, properties })),
  );

const pagesOf = <One>(all: readonly One[]): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / LIST_ROWS) }, (_, page) =>
    all.slice(page * LIST_ROWS, (page + 1) * LIST_ROWS),
  );

it('the total of a filter is the sum of the amounts on all its pages, for each currency', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const fold = foldAmounts();
      for (const row of all) fold.take(row);
      const { count, currencies } = fold.end();
      const sums = new Map<string, Decimal>();
      for (const page of pagesOf(all)) {
        for (const { currency, value } of page.flatMap(amountsOf)) {
          sums.set(currency, addDecimals(sums.get(currency) ?? ZERO, value));
        }
      }
      expect(count).toBe(all.length);
      expect(Object.fromEntries(currencies.map(({ currency, amount: total }) => [currency, total]))).toEqual(
        Object.fromEntries(sums),
      );
    }),
  );
});

it('the currency of most transactions is the first one', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const fold = foldAmounts();
      for (const row of all) fold.take(row);
      const counts = fold.end().currencies.map((one) => one.rows);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    }),
  );
});

it.each([
  ['1', '3', '0.3333'],
  ['2', '3', '0.6667'],
  ['-1', '8', '-0.125'],
  ['1', '-8', '-0.125'],
  ['0.00005', '1', '0.0001'],
  ['90071992547409.93', '90071992547409.93', '1'],
] as const)('%s of %s is %s', (part, whole, ratio) => {
  expect(ratioOf(part as Decimal, whole as Decimal, 4)).toBe(ratio);
});

it('nothing is a share of 0', () => {
  expect(ratioOf(ZERO, ZERO, 4)).toBeUndefined();
});
