import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { compareDecimals, type Decimal, multiplyDecimals, subtractDecimals, ZERO } from '#platform/lib/decimal.ts';
import { createIdSet } from '../invoice/read-invoice.ts';
import { amountsOf, isPending, natureOf, storedDecimal, withoutSign } from '../invoice/totals.ts';
import { amountsOfRefund } from './refunds.ts';
import type { ReportFold } from './report.ts';
import {
  createTally,
  createTopItems,
  divisionOf,
  largestLines,
  netOf,
  storedLine,
  sumOf,
  type TallyLine,
  type TallyOf,
} from './tally.ts';

/**
 * Anomalies by their rule. In two invoices: `new`, a new product; `gone`, a product that is missing in the later one; `jump`,
 * a product whose amount changed much. In the later one: `twice`, the same charge under two ids; `refund`, one that was
 * requested and not paid in full.
 */
export const rules = ['twice', 'refund', 'new', 'gone', 'jump'] as const;
export type Rule = (typeof rules)[number];

const storedAnomaly = z.object({
  rule: z.enum(rules),
  /** The product. */
  label: z.string(),
  currency: z.string(),
  before: storedDecimal,
  after: storedDecimal,
});
export type Anomaly = z.infer<typeof storedAnomaly>;

export interface Thresholds {
  /** Smaller amounts and differences are never anomalies; in the currency's main unit. */
  readonly least: Decimal;
  /** The least change of an amount, in per cent of its earlier value. */
  readonly percent: Decimal;
}

const HUNDRED = '100' as Decimal;

const reaches = (value: Decimal, least: Decimal): boolean => compareDecimals(withoutSign(value), least) >= 0;

/** Products that are new, gone or changed, in the order of the lines, without the summed rest. */
const productAnomalies = (
  { currency, lines }: TallyOf<TallyLine>,
  { least, percent }: Thresholds,
): readonly Anomaly[] => {
  const ruleOf = ({ is, values, counts }: TallyLine): Rule | undefined => {
    const [before = ZERO, after = ZERO] = values;
    const delta = subtractDecimals(after, before);
    if (is !== 'part' || !reaches(delta, least)) return undefined;
    if (counts[0] === 0) return 'new';
    if (counts[1] === 0) return 'gone';
    const moved = multiplyDecimals(withoutSign(delta), HUNDRED);
    return compareDecimals(moved, multiplyDecimals(withoutSign(before), percent)) >= 0 ? 'jump' : undefined;
  };
  return lines.flatMap((line) => {
    const rule = ruleOf(line);
    const [before = ZERO, after = ZERO] = line.values;
    return rule === undefined ? [] : [{ rule, label: line.label, currency, before, after }];
  });
};

/** Its amount, by which anomalies are sorted within a currency. */
export const weightOf = ({ before, after }: Anomaly): Decimal => withoutSign(subtractDecimals(after, before));

/** The divisions of a comparison. */
export const comparedBy = ['product', 'section', 'customer'] as const;
type ComparedBy = (typeof comparedBy)[number];

const lines = z.array(storedLine);

export const storedComparison = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** The net of each invoice: the lines of each division have the same sum. */
      values: z.array(storedDecimal),
      by: z.object({ product: lines, section: lines, customer: lines }),
    }),
  ),
  anomalies: z.array(storedAnomaly),
  /** The number of further anomalies. */
  more: z.int(),
  /** Transactions of each invoice, and how many of them are unbilled. */
  counts: z.array(z.int()),
  pending: z.array(z.int()),
});
export type Comparison = z.infer<typeof storedComparison>;

/** The most lines of one division in one currency; the others are summed as one. */
const MOST_LINES = 15;
const MOST_ANOMALIES = 20;
const LATER = 1;

/** Two invoices side by side, exact, by currency; memory grows with the number of products. */
export const foldComparison = (thresholds: Thresholds): ReportFold<Comparison> => {
  const tallies = comparedBy.map((by) => [by, createTally(2)] as const);
  const found = createTopItems(MOST_ANOMALIES, byCurrencyAndWeight);
  const same = createIdSet();
  const counts = [0, 0];
  const pending = [0, 0];
  return {
    take(row, invoice) {
      counts[invoice] = (counts[invoice] ?? 0) + 1;
      if (isPending(row)) pending[invoice] = (pending[invoice] ?? 0) + 1;
      const amounts = netOf(row);
      for (const [by, tally] of tallies) {
        for (const amount of amounts) tally.add(divisionOf(by, row), invoice, amount);
      }
      if (invoice !== LATER) return;
      for (const one of [...twice(row, thresholds, same), ...unpaid(row, thresholds)]) found.add(one);
    },
    end() {
      const all = tallies.map(([by, tally]) => [by, tally.lines()] as const);
      const products = all.find(([by]) => by === 'product')?.[1] ?? [];
      for (const one of products.flatMap((product) => productAnomalies(product, thresholds))) found.add(one);
      const anomalies = [...found.items()];
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
    return [...largestLines(tally.find((one) => one.currency === currency)?.lines ?? [], MOST_LINES, deltaOf)];
  };
  return { product: kept('product'), section: kept('section'), customer: kept('customer') };
};

/** A charge that equals an earlier one except for its id. */
const twice = (row: InvoiceTransaction, { least }: Thresholds, same: ReturnType<typeof createIdSet>): Anomaly[] => {
  const [amount] = amountsOf(row);
  if (amount === undefined || natureOf(row) !== 'charge') return [];
  if (compareDecimals(withoutSign(amount.value), least) < 0) return [];
  const { id: _id, name: _name, systemData: _systemData, ...said } = row;
  if (same.add(JSON.stringify(said))) return [];
  const { currency, value } = amount;
  return [{ rule: 'twice', label: divisionOf('product', row).label, currency, before: ZERO, after: value }];
};

const unpaid = (row: InvoiceTransaction, { least }: Thresholds): Anomaly[] => {
  const refund = amountsOfRefund(row);
  if (refund?.open === undefined || compareDecimals(refund.open, least) < 0) return [];
  const { currency, requested, paid } = refund;
  return [{ rule: 'refund', label: divisionOf('product', row).label, currency, before: requested, after: paid }];
};

const byCurrencyAndWeight = (one: Anomaly, other: Anomaly): number =>
  one.currency === other.currency
    ? compareDecimals(weightOf(other), weightOf(one))
    : one.currency < other.currency
      ? -1
      : 1;
