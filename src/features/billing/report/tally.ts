import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type DecimalSum,
  decimalSum,
  negateDecimal,
  ZERO,
} from '#platform/lib/decimal.ts';
import { type Money, sumMoney } from '#platform/lib/money.ts';
import { cut } from '#platform/lib/text.ts';
import { LONGEST_NAME } from '../invoice/filter.ts';
import { createIdSet, type IdSet } from '../invoice/read-invoice.ts';
import { amountsOf, storedDecimal, withoutSign } from '../invoice/totals.ts';

/** The first of many items by an order, and their number, in constant memory. */
interface TopItems<One> {
  add(one: One): void;
  /** The first items, in order. */
  items(): readonly One[];
  count(): number;
}

/** @param compare as for a sort function; equal items stay in their original order */
export const createTopItems = <One>(most: number, compare: (one: One, other: One) => number): TopItems<One> => {
  let kept: One[] = [];
  let count = 0;
  const items = (): readonly One[] => kept.toSorted(compare).slice(0, most);
  return {
    add(one) {
      count += 1;
      kept.push(one);
      // Sorted only now and then: sorting each time would cost as much as the rest of a reading.
      if (kept.length > 4 * most) kept = [...items()];
    },
    items,
    count: () => count,
  };
};

/** The possible divisions of an invoice. */
export const dimensions = ['product', 'family', 'section', 'kind', 'customer'] as const;
export type Dimension = (typeof dimensions)[number];

/** The part of a transaction: compared by `key`, shown as `label`; an empty label if it has none. */
interface Division {
  readonly key: string;
  readonly label: string;
}

/** The last word of a fully qualified id. */
const lastOf = (id: string | undefined): string => id?.split('/').at(-1) ?? '';

/** Ids are compared without case, because the vendor's case varies. */
const byId = (id: string | undefined, label: string | undefined): Division => ({
  key: (id ?? label ?? '').toLowerCase(),
  label: label ?? lastOf(id),
});

const byWord = (label: string | undefined): Division => ({ key: label ?? '', label: label ?? '' });

const parts: Readonly<Record<Dimension, (row: InvoiceTransaction) => Division>> = {
  product: (row) => byWord(row.productDescription ?? row.productType ?? row.productTypeId),
  family: (row) => byWord(row.productFamily),
  section: (row) => byId(row.invoiceSectionId, row.invoiceSectionDisplayName),
  kind: (row) => byWord(row.kind),
  customer: (row) => byId(row.customerId, row.customerDisplayName),
};

export const divisionOf = (dimension: Dimension, row: InvoiceTransaction): Division => parts[dimension](row);

/** A transaction's contribution to `net` (see `Totals`): its amounts minus the applied credit. */
export const netOf = (row: InvoiceTransaction): readonly Money[] => {
  const { azureCreditApplied: applied } = row;
  const amounts = amountsOf(row);
  if (applied === undefined || applied.value === ZERO) return amounts.length === 1 ? amounts : sumMoney(amounts);
  return sumMoney([...amounts, { currency: applied.currency, value: negateDecimal(applied.value) }]);
};

/** One part of the invoices: for each invoice in order its sum, and its number of transactions. */
export const storedLine = z.object({
  /** `part`: with a label, `none`: transactions without one, `rest`: the number of parts that are not shown individually. */
  is: z.enum(['part', 'none', 'rest']),
  label: z.string(),
  parts: z.int(),
  values: z.array(storedDecimal),
  counts: z.array(z.int()),
});
export type TallyLine = z.infer<typeof storedLine>;

/** Everything of one currency, divided. */
export interface TallyOf<Line> {
  readonly currency: string;
  readonly lines: readonly Line[];
}

/** Sums by currency and part, side by side for several invoices. */
export interface Tally {
  add(part: Division, invoice: number, amount: Money): void;
  /** By currency code; the lines in their original order. */
  lines(): readonly TallyOf<TallyLine>[];
}

/** The most parts in one currency; further ones are summed as one. */
const MOST_PARTS = 5_000;

interface Sums {
  readonly part: Division;
  readonly values: readonly DecimalSum[];
  readonly counts: number[];
  /** The parts in the rest. */
  readonly parts: IdSet | undefined;
}

const REST: Division = { key: '\u0000rest', label: '' };

export const createTally = (invoices: number): Tally => {
  const currencies = new Map<string, Map<string, Sums>>();
  const newSums = (part: Division): Sums => ({
    part: { key: part.key, label: cut(part.label, LONGEST_NAME) },
    values: Array.from({ length: invoices }, decimalSum),
    counts: Array.from({ length: invoices }, () => 0),
    parts: part === REST ? createIdSet() : undefined,
  });
  const sumsOf = (currency: string, wanted: Division): Sums => {
    const known = currencies.get(currency) ?? new Map<string, Sums>();
    currencies.set(currency, known);
    const part = known.has(wanted.key) || known.size < MOST_PARTS ? wanted : REST;
    const sums = known.get(part.key) ?? newSums(part);
    known.set(part.key, sums);
    sums.parts?.add(wanted.key);
    return sums;
  };
  return {
    add(part, invoice, { currency, value }) {
      const { values, counts } = sumsOf(currency, part);
      values[invoice]?.add(value);
      counts[invoice] = (counts[invoice] ?? 0) + 1;
    },
    lines: () =>
      [...currencies]
        .map(([currency, parts]) => ({ currency, lines: [...parts.values()].map(lineOf) }))
        .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
};

const lineOf = ({ part, values, counts, parts }: Sums): TallyLine => ({
  is: part.key === REST.key ? 'rest' : part.key === '' ? 'none' : 'part',
  label: part.label,
  parts: parts?.size ?? 1,
  values: values.map((sum) => sum.total()),
  counts,
});

/** The lines of the greatest weight, whatever its sign, and all others as one: together they come to the same. */
export const largestLines = (
  lines: readonly TallyLine[],
  most: number,
  weigh: (line: TallyLine) => Decimal,
): readonly TallyLine[] => {
  const weighed = lines.map((line) => ({ line, weight: withoutSign(weigh(line)) }));
  const sorted = weighed
    .toSorted((one, other) => compareDecimals(other.weight, one.weight) || byLabel(one.line, other.line))
    .map(({ line }) => line);
  const own = sorted.filter(({ is }) => is !== 'rest');
  const [shown, left] = [own.slice(0, most), [...own.slice(most), ...sorted.filter(({ is }) => is === 'rest')]];
  return left.length === 0 ? shown : [...shown, left.reduce(sumLines)];
};

const byLabel = (one: TallyLine, other: TallyLine): number =>
  one.label < other.label ? -1 : Number(one.label > other.label);

const sumLines = (one: TallyLine, other: TallyLine): TallyLine => ({
  is: 'rest',
  label: '',
  parts: one.parts + other.parts,
  values: one.values.map((value, index) => addDecimals(value, other.values[index] ?? ZERO)),
  counts: one.counts.map((count, index) => count + (other.counts[index] ?? 0)),
});

/** What all lines come to, for each invoice. */
export const sumOf = (lines: readonly TallyLine[], invoices: number): readonly Decimal[] =>
  Array.from({ length: invoices }, (_, index) =>
    lines.reduce((sum, { values }) => addDecimals(sum, values[index] ?? ZERO), ZERO),
  );

const rowsIn = (lines: readonly TallyLine[]): number =>
  lines.flatMap(({ counts }) => counts).reduce((a, b) => a + b, 0);

/** The currency of most transactions first. */
export const byRows =
  <One>(linesOf: (one: One) => readonly TallyLine[]) =>
  (one: One, other: One): number =>
    rowsIn(linesOf(other)) - rowsIn(linesOf(one));
