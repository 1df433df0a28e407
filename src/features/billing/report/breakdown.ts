import { z } from 'zod';
import { ZERO } from '../../../lib/decimal.ts';
import { storedDecimal } from '../invoice/stored-totals.ts';
import { isPending } from '../invoice/totals.ts';
import { netOf, partOf } from './parts.ts';
import type { ReportFold } from './report.ts';
import { createTally, greatest, storedLine, sumOf, type TallyLine } from './tally.ts';

/** What an invoice is broken down by. */
export const brokenDownBy = ['family', 'section', 'kind', 'customer'] as const;
export type BrokenDownBy = (typeof brokenDownBy)[number];

const lines = z.array(storedLine);

export const storedBreakdown = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Net: the lines of each division come to the same. */
      value: storedDecimal,
      by: z.object({ family: lines, section: lines, kind: lines, customer: lines }),
    }),
  ),
  count: z.int(),
  /** Transactions that are on no bill yet. */
  pending: z.int(),
});
export type Breakdown = z.infer<typeof storedBreakdown>;

/** Lines that are kept of one division of one currency; the others are kept as one. */
const MOST_LINES = 10;

/** All divisions at once, so that another one can be shown without reading again. */
export const foldBreakdown = (): ReportFold<Breakdown> => {
  const tallies = new Map(brokenDownBy.map((by) => [by, createTally(1)]));
  let count = 0;
  let pending = 0;
  return {
    take(row) {
      count += 1;
      if (isPending(row)) pending += 1;
      const amounts = netOf(row);
      for (const [by, tally] of tallies) {
        for (const amount of amounts) tally.add(partOf(by, row), 0, amount);
      }
    },
    end() {
      const divided = new Map([...tallies].map(([by, tally]) => [by, tally.lines()]));
      const kept = (by: BrokenDownBy, currency: string): TallyLine[] => {
        const own = divided.get(by)?.find((one) => one.currency === currency)?.lines ?? [];
        return [...greatest(own, MOST_LINES, totalOf)];
      };
      const currencies = (divided.get('family') ?? []).map(({ currency, lines: all }) => ({
        currency,
        value: sumOf(all, 1)[0] ?? ZERO,
        by: {
          family: kept('family', currency),
          section: kept('section', currency),
          kind: kept('kind', currency),
          customer: kept('customer', currency),
        },
      }));
      return { currencies, count, pending };
    },
  };
};

export const totalOf = ({ values: [value = ZERO] }: Pick<TallyLine, 'values'>) => value;
