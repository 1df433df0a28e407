import { z } from 'zod';
import type { InvoiceTransaction } from '../../../api/operations/billing.ts';
import { compareDecimals, type Decimal, subtractDecimals, ZERO } from '../../../lib/decimal.ts';
import { createSeenIds } from '../invoice/id-set.ts';
import { storedDecimal } from '../invoice/stored-totals.ts';
import { amountsOf, isPending, natureOf, withoutSign } from '../invoice/totals.ts';
import { type Anomaly, productAnomalies, storedAnomaly, type Thresholds, weightOf } from './anomalies.ts';
import { netOf, partOf } from './parts.ts';
import { openRefund } from './refunds.ts';
import type { ReportFold } from './report.ts';
import { createTally, greatest, storedLine, sumOf, type TallyLine, type TallyOf } from './tally.ts';
import { createBest } from './top-items.ts';

/** What two invoices are compared by. */
export const comparedBy = ['product', 'section', 'customer'] as const;
export type ComparedBy = (typeof comparedBy)[number];

const lines = z.array(storedLine);

export const storedComparison = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** What each of the two comes to, net: the lines of each division come to the same. */
      values: z.array(storedDecimal),
      by: z.object({ product: lines, section: lines, customer: lines }),
    }),
  ),
  anomalies: z.array(storedAnomaly),
  /** How many anomalies there are beyond those. */
  more: z.int(),
  /** Transactions of each invoice, and those of them that are on no bill yet. */
  counts: z.array(z.int()),
  pending: z.array(z.int()),
});
export type Comparison = z.infer<typeof storedComparison>;

/** Lines that are kept of one division of one currency; the others are kept as one. */
const MOST_LINES = 15;
const MOST_ANOMALIES = 20;
const LATER = 1;

/** Two invoices side by side, exact, currency by currency; what it holds grows with the products. */
export const foldComparison = (thresholds: Thresholds): ReportFold<Comparison> => {
  const tallies = comparedBy.map((by) => [by, createTally(2)] as const);
  const found = createBest(MOST_ANOMALIES, byCurrencyAndWeight);
  const same = createSeenIds();
  const counts = [0, 0];
  const pending = [0, 0];
  return {
    take(row, invoice) {
      counts[invoice] = (counts[invoice] ?? 0) + 1;
      if (isPending(row)) pending[invoice] = (pending[invoice] ?? 0) + 1;
      const amounts = netOf(row);
      for (const [by, tally] of tallies) {
        for (const amount of amounts) tally.add(partOf(by, row), invoice, amount);
      }
      if (invoice !== LATER) return;
      for (const one of [...twice(row, thresholds, same), ...unpaid(row, thresholds)]) found.add(one);
    },
    end() {
      const all = tallies.map(([by, tally]) => [by, tally.lines()] as const);
      const products = all.find(([by]) => by === 'product')?.[1] ?? [];
      for (const one of products.flatMap((product) => productAnomalies(product, thresholds))) found.add(one);
      const anomalies = [...found.best()];
      return {
        currencies: products.map(({ currency, lines }) => ({
          currency,
          values: [...sumOf(lines, 2)],
          by: byDimension(all, currency),
        })),
        anomalies,
        more: found.count() - anomalies.length,
        counts,
        pending,
      };
    },
  };
};

export const deltaOf = ({ values: [before = ZERO, after = ZERO] }: Pick<TallyLine, 'values'>): Decimal =>
  subtractDecimals(after, before);

const byDimension = (
  all: readonly (readonly [ComparedBy, readonly TallyOf<TallyLine>[]])[],
  currency: string,
): Comparison['currencies'][number]['by'] => {
  const kept = (wanted: ComparedBy): TallyLine[] => {
    const tally = all.find(([by]) => by === wanted)?.[1] ?? [];
    return [...greatest(tally.find((one) => one.currency === currency)?.lines ?? [], MOST_LINES, deltaOf)];
  };
  return { product: kept('product'), section: kept('section'), customer: kept('customer') };
};

/** A charge that says the same as one before it, in everything but its id. */
const twice = (row: InvoiceTransaction, { least }: Thresholds, same: ReturnType<typeof createSeenIds>): Anomaly[] => {
  const [amount] = amountsOf(row);
  if (amount === undefined || natureOf(row) !== 'charge') return [];
  if (compareDecimals(withoutSign(amount.value), least) < 0) return [];
  const { id: _id, name: _name, systemData: _systemData, ...said } = row;
  if (same.add(JSON.stringify(said))) return [];
  const { currency, value } = amount;
  return [{ rule: 'twice', label: partOf('product', row).label, currency, before: ZERO, after: value }];
};

const unpaid = (row: InvoiceTransaction, { least }: Thresholds): Anomaly[] => {
  const refund = openRefund(row);
  if (refund?.open === undefined || compareDecimals(refund.open, least) < 0) return [];
  const { currency, requested, paid } = refund;
  return [{ rule: 'refund', label: partOf('product', row).label, currency, before: requested, after: paid }];
};

const byCurrencyAndWeight = (one: Anomaly, other: Anomaly): number =>
  one.currency === other.currency
    ? compareDecimals(weightOf(other), weightOf(one))
    : one.currency < other.currency
      ? -1
      : 1;
