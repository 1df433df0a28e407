import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { type Decimal, type DecimalSum, decimalSum, parseDecimal, subtractDecimals } from '#platform/lib/decimal.ts';
import type { Money } from '#platform/lib/money.ts';
import type { ReportFold } from '../report/report.ts';

/** A decimal in a stored result. */
export const storedDecimal = z.string().refine((text) => parseDecimal(text) === text) as unknown as z.ZodType<Decimal>;

export const storedTotals: z.ZodType<Totals> = z.object({
  count: z.int(),
  pending: z.int(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      charged: storedDecimal,
      tax: storedDecimal,
      credits: storedDecimal,
      refunded: storedDecimal,
      requested: storedDecimal,
      paid: storedDecimal,
      net: storedDecimal,
      unbilled: storedDecimal,
      rows: z.int().default(0),
    }),
  ),
  refunds: z.int().default(0),
});

/**
 * The exact totals of the transactions in one currency. A transaction is a refund, a credit or a charge, and its amount is
 * `transactionAmount`, including tax; without that field, `subTotal` plus `tax`.
 *
 * **net = charged - credits - refunded**, which is the sum of all amounts minus the applied credit.
 */
export interface CurrencyTotals {
  readonly currency: string;
  /** Charges, before credits and refunds. */
  readonly charged: Decimal;
  /** The tax of all transactions; included in the amounts. */
  readonly tax: Decimal;
  /** Credit transactions, and credits applied to charges (`azureCreditApplied`); positive. */
  readonly credits: Decimal;
  /** Refunds as billed, including tax; positive. */
  readonly refunded: Decimal;
  /** The details of the refunds, without a sign: the requested and the paid amount. */
  readonly requested: Decimal;
  readonly paid: Decimal;
  readonly net: Decimal;
  /** The unbilled part of `net`. */
  readonly unbilled: Decimal;
  /** Transactions with an amount in it. */
  readonly rows: number;
}

export interface Totals {
  /** The number of transactions. */
  readonly count: number;
  /** The number of unbilled ones; if there are any, every figure is provisional. */
  readonly pending: number;
  /** One for each currency of any amount, by its code: currencies are never added together. */
  readonly currencies: readonly CurrencyTotals[];
  /** How many transactions have the credit type of a refund. */
  readonly refunds: number;
}

type RowNature = 'charge' | 'credit' | 'refund';

/** Credits have a credit type (docs/sources.md, Invoices); refunds are a credit type or a transaction type. */
export const natureOf = ({ creditType, transactionType }: InvoiceTransaction): RowNature => {
  if (creditType === 'Refund' || (creditType === undefined && transactionType?.toLowerCase() === 'refund')) {
    return 'refund';
  }
  return creditType === undefined ? 'charge' : 'credit';
};

/** Not yet billed: without an invoice, or with the pending marker instead. */
export const isPending = ({ invoice, invoiceId }: InvoiceTransaction): boolean =>
  invoiceId === undefined && (invoice === undefined || invoice === 'Pending');

/** The amounts of a transaction, each in its own currency. */
export const amountsOf = ({ transactionAmount, subTotal, tax }: InvoiceTransaction): readonly Money[] => {
  if (transactionAmount !== undefined) return [transactionAmount];
  return [subTotal, tax].filter((amount) => amount !== undefined);
};

export const withoutSign = (value: Decimal): Decimal => (value.startsWith('-') ? value.slice(1) : value) as Decimal;

/** Exact sums by currency for each of these figures; memory grows only with the number of currencies. */
export const sumsByCurrency = <Figure extends string>(...figures: readonly Figure[]) => {
  const forEach = <Value>(make: (figure: Figure) => Value) =>
    Object.fromEntries(figures.map((figure) => [figure, make(figure)])) as Readonly<Record<Figure, Value>>;
  const byCurrency = new Map<string, Readonly<Record<Figure, DecimalSum>>>();
  return {
    of(currency: string) {
      const sums = byCurrency.get(currency) ?? forEach(() => decimalSum());
      byCurrency.set(currency, sums);
      return sums;
    },
    /** By code unit, so that the order is the same on every machine. */
    totals: () =>
      [...byCurrency]
        .map(([currency, sums]) => ({ currency, ...forEach((figure) => sums[figure].total()) }))
        .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
};

/** Counts transactions by currency; the currency of most of them is the main one. */
export const rowsByCurrency = () => {
  const counts = new Map<string, number>();
  return {
    add(amounts: readonly Money[]): void {
      for (const currency of new Set(amounts.map((amount) => amount.currency))) {
        counts.set(currency, (counts.get(currency) ?? 0) + 1);
      }
    },
    /** The main currency first. */
    sorted: <One extends { readonly currency: string }>(all: readonly One[]): readonly (One & { rows: number })[] =>
      all
        .map((one) => ({ ...one, rows: counts.get(one.currency) ?? 0 }))
        .toSorted((one, other) => other.rows - one.rows),
  };
};

type Figure = Exclude<keyof CurrencyTotals, 'currency' | 'net' | 'rows'>;

export const foldTotals = (): ReportFold<Totals> => {
  const all = sumsByCurrency<Figure>('charged', 'tax', 'credits', 'refunded', 'requested', 'paid', 'unbilled');
  let count = 0;
  let pending = 0;
  let refunds = 0;
  const rows = rowsByCurrency();

  const charge = (nature: RowNature, { currency, value }: Money): void => {
    const sums = all.of(currency);
    if (nature === 'charge') sums.charged.add(value);
    else sums[nature === 'credit' ? 'credits' : 'refunded'].subtract(value);
  };
  const addTo = (figure: Figure, amount: Money | undefined): void => {
    if (amount !== undefined) all.of(amount.currency)[figure].add(amount.value);
  };
  const addRefund = (figure: 'requested' | 'paid', amount: Money | undefined): void => {
    if (amount !== undefined) addTo(figure, { ...amount, value: withoutSign(amount.value) });
  };

  return {
    take(row) {
      const nature = natureOf(row);
      const unbilled = isPending(row);
      const applied = row.azureCreditApplied;
      count += 1;
      if (unbilled) pending += 1;
      if (row.creditType === 'Refund') refunds += 1;
      const amounts = amountsOf(row);
      rows.add(amounts);
      for (const amount of amounts) {
        charge(nature, amount);
        if (unbilled) addTo('unbilled', amount);
      }
      addTo('tax', row.tax);
      addTo('credits', applied);
      if (unbilled && applied !== undefined) all.of(applied.currency).unbilled.subtract(applied.value);
      addRefund('requested', row.refundTransactionDetails?.amountRequested);
      addRefund('paid', row.refundTransactionDetails?.amountRefunded);
    },
    end: () => ({ count, pending, refunds, currencies: rows.sorted(all.totals().map(withNet)) }),
  };
};

const withNet = (sums: Omit<CurrencyTotals, 'net' | 'rows'>): Omit<CurrencyTotals, 'rows'> => ({
  ...sums,
  net: subtractDecimals(subtractDecimals(sums.charged, sums.credits), sums.refunded),
});
