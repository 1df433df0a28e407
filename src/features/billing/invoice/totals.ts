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
  /** The part of `net` that is on no bill yet. */
  readonly unbilled: Decimal;
}

export interface Totals {
  /** How many transactions there are. */
  readonly count: number;
  /** How many of them are on no bill yet: with any, every figure is provisional. */
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

type Figure = Exclude<keyof CurrencyTotals, 'currency' | 'net'>;
type Sums = Readonly<Record<Figure, DecimalSum>>;

const newSums = (): Sums => ({
  charged: decimalSum(),
  tax: decimalSum(),
  credits: decimalSum(),
  refunded: decimalSum(),
  requested: decimalSum(),
  paid: decimalSum(),
  unbilled: decimalSum(),
});

/** What it holds grows with the currencies only. */
export const foldTotals = (): ReportFold<Totals> => {
  const byCurrency = new Map<string, Sums>();
  let count = 0;
  let pending = 0;

  const sumsOf = (currency: string): Sums => {
    const known = byCurrency.get(currency);
    if (known) return known;
    const fresh = newSums();
    byCurrency.set(currency, fresh);
    return fresh;
  };
  const charge = (nature: RowNature, { currency, value }: Money): void => {
    const sums = sumsOf(currency);
    if (nature === 'charge') sums.charged.add(value);
    else sums[nature === 'credit' ? 'credits' : 'refunded'].subtract(value);
  };
  const addTo = (figure: Figure, amount: Money | undefined): void => {
    if (amount !== undefined) sumsOf(amount.currency)[figure].add(amount.value);
  };
  const tellRefund = (figure: 'requested' | 'paid', amount: Money | undefined): void => {
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
      if (unbilled && applied !== undefined) sumsOf(applied.currency).unbilled.subtract(applied.value);
      tellRefund('requested', row.refundTransactionDetails?.amountRequested);
      tellRefund('paid', row.refundTransactionDetails?.amountRefunded);
    },
    end: () => ({ count, pending, currencies: [...byCurrency].map(totalsOf).toSorted(byCode) }),
  };
};

const totalsOf = ([currency, sums]: readonly [string, Sums]): CurrencyTotals => {
  const [charged, credits, refunded] = [sums.charged.total(), sums.credits.total(), sums.refunded.total()];
  return {
    currency,
    charged,
    tax: sums.tax.total(),
    credits,
    refunded,
    requested: sums.requested.total(),
    paid: sums.paid.total(),
    net: subtractDecimals(subtractDecimals(charged, credits), refunded),
    unbilled: sums.unbilled.total(),
  };
};

/** By code unit, so that the order is the same on every machine. */
const byCode = (one: CurrencyTotals, other: CurrencyTotals): number =>
  one.currency < other.currency ? -1 : Number(one.currency > other.currency);
