import { z } from 'zod';
import type { InvoiceTransaction } from '../../../api/operations/billing.ts';
import { type Decimal, type DecimalSum, decimalSum, parseDecimal, subtractDecimals } from '../../../lib/decimal.ts';
import type { Money } from '../../../lib/money.ts';
import type { ReportFold } from '../report/report.ts';

/** A decimal as it stands in a stored result. */
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
    }),
  ),
});

/**
 * What the transactions of one currency come to, exact. A transaction is a refund, a credit or a charge, and its amount is
 * `transactionAmount`, tax included; one that lacks it counts by its `subTotal` and its `tax`.
 *
 * **net = charged - credits - refunded**, which is the sum of all amounts less the credit that was applied.
 */
export interface CurrencyTotals {
  readonly currency: string;
  /** Charges, before anything is given back. */
  readonly charged: Decimal;
  /** Of all transactions; contained in the amounts. */
  readonly tax: Decimal;
  /** Credits as transactions of their own, and those applied to charges (`azureCreditApplied`): above 0 what is given. */
  readonly credits: Decimal;
  /** Refunds as they are billed, tax included: above 0 what is given back. */
  readonly refunded: Decimal;
  /** What the refunds' own details say, without a sign: what was asked for, and what was given of it. */
  readonly requested: Decimal;
  readonly paid: Decimal;
  readonly net: Decimal;
  /** The part of `net` that is not yet billed. */
  readonly unbilled: Decimal;
}

export interface Totals {
  /** How many transactions there are. */
  readonly count: number;
  /** How many of them are not yet billed; if there are any, every figure is provisional. */
  readonly pending: number;
  /** One for each currency that any amount names, by its code: nothing is ever added to another currency. */
  readonly currencies: readonly CurrencyTotals[];
}

export type RowNature = 'charge' | 'credit' | 'refund';

/** Credits have a credit type (document 1, Transaction); a refund is one of them, or says so by its transaction type. */
export const natureOf = ({ creditType, transactionType }: InvoiceTransaction): RowNature => {
  if (creditType === 'Refund' || (creditType === undefined && transactionType?.toLowerCase() === 'refund')) {
    return 'refund';
  }
  return creditType === undefined ? 'charge' : 'credit';
};

/** On no bill yet: without an invoice, or with the pending marker in its place. */
export const isPending = ({ invoice, invoiceId }: InvoiceTransaction): boolean =>
  invoiceId === undefined && (invoice === undefined || invoice === 'Pending');

/** What a transaction comes to, each amount in the currency that it names itself. */
export const amountsOf = ({ transactionAmount, subTotal, tax }: InvoiceTransaction): readonly Money[] => {
  if (transactionAmount !== undefined) return [transactionAmount];
  return [subTotal, tax].filter((amount) => amount !== undefined);
};

export const withoutSign = (value: Decimal): Decimal => (value.startsWith('-') ? value.slice(1) : value) as Decimal;

/** Exact sums by currency, one for each of these figures; what it holds grows with the currencies only. */
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

type Figure = Exclude<keyof CurrencyTotals, 'currency' | 'net'>;

export const foldTotals = (): ReportFold<Totals> => {
  const all = sumsByCurrency<Figure>('charged', 'tax', 'credits', 'refunded', 'requested', 'paid', 'unbilled');
  let count = 0;
  let pending = 0;

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
      for (const amount of amountsOf(row)) {
        charge(nature, amount);
        if (unbilled) addTo('unbilled', amount);
      }
      addTo('tax', row.tax);
      addTo('credits', applied);
      if (unbilled && applied !== undefined) all.of(applied.currency).unbilled.subtract(applied.value);
      addRefund('requested', row.refundTransactionDetails?.amountRequested);
      addRefund('paid', row.refundTransactionDetails?.amountRefunded);
    },
    end: () => ({ count, pending, currencies: all.totals().map(withNet) }),
  };
};

const withNet = (sums: Omit<CurrencyTotals, 'net'>): CurrencyTotals => ({
  ...sums,
  net: subtractDecimals(subtractDecimals(sums.charged, sums.credits), sums.refunded),
});
