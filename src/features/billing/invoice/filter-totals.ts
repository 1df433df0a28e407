import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { isNarrowed, type ListQuery, pageQuery } from './list-query.ts';
import { amountsOf, rowsByCurrency, storedDecimal, sumsByCurrency } from './totals.ts';

/** What the rows of a filter come to, by currency: the sum of the amounts on all pages of its list. */
export const storedFilterTotals = z.object({
  /** The filter, as `filterKey` writes it. */
  of: z.string(),
  /** Whether every row was read. */
  whole: z.boolean(),
  count: z.int(),
  /** The main currency first. */
  currencies: z.array(z.object({ currency: z.string(), amount: storedDecimal, rows: z.int() })),
});
export type FilterTotals = z.infer<typeof storedFilterTotals>;

/** What is asked of the vendor for all rows of the filter, in its own order. */
export const narrowing = (question: ListQuery): { readonly filter?: string; readonly search?: string } => {
  const { filter, search } = pageQuery(question);
  return { ...(filter === undefined ? {} : { filter }), ...(search === undefined ? {} : { search }) };
};

/** Names a filter; undefined for a list of all rows. */
export const filterKey = (question: ListQuery): string | undefined =>
  isNarrowed(question) ? JSON.stringify(narrowing(question)) : undefined;

/** Adds up rows; what it holds grows with the currencies only. */
export const foldAmounts = () => {
  const sums = sumsByCurrency('amount');
  const rows = rowsByCurrency();
  let count = 0;
  return {
    take(row: InvoiceTransaction): void {
      const amounts = amountsOf(row);
      count += 1;
      rows.add(amounts);
      for (const { currency, value } of amounts) sums.of(currency).amount.add(value);
    },
    end: (): Pick<FilterTotals, 'count' | 'currencies'> => ({ count, currencies: [...rows.sorted(sums.totals())] }),
  };
};
