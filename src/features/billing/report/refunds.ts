import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { compareDecimals, type Decimal, subtractDecimals, ZERO } from '#platform/lib/decimal.ts';
import type { Money } from '#platform/lib/money.ts';
import { cut } from '#platform/lib/text.ts';
import { amountsOf, natureOf, storedDecimal, sumsByCurrency, withoutSign } from '../invoice/totals.ts';
import type { ReportFold } from './report.ts';
import { createTopItems, divisionOf } from './tally.ts';

const money = z.object({ currency: z.string(), value: storedDecimal });

/** One transaction that is a refund, or for which one was requested. Amounts are positive. */
const storedRefund = z.object({
  /** The ids of the transaction and of the refund's operation. */
  name: z.string(),
  operation: z.string().optional(),
  product: z.string(),
  date: z.string().optional(),
  requested: money.optional(),
  paid: money.optional(),
  /** As billed, including tax. */
  billed: z.array(money),
});
export type Refund = z.infer<typeof storedRefund>;

export const storedRefunds = z.object({
  /** The requested, paid and open amounts, by currency. */
  currencies: z.array(
    z.object({
      ...{ currency: z.string(), requested: storedDecimal, paid: storedDecimal, billed: storedDecimal },
      /** Of refunds with two comparable amounts. */
      open: storedDecimal.default(ZERO),
    }),
  ),
  /** The largest open amounts first. */
  refunds: z.array(storedRefund),
  /** The number of further ones. */
  more: z.int(),
});
export type Refunds = z.infer<typeof storedRefunds>;

const MOST = 100;
const LONGEST_PRODUCT = 160;

/** The requested amount that is not paid; undefined for two currencies. A missing amount is 0. */
export const amountsOfRefund = (
  row: Pick<InvoiceTransaction, 'refundTransactionDetails'>,
): { currency: string; requested: Decimal; paid: Decimal; open: Decimal } | undefined => {
  const { amountRequested, amountRefunded } = row.refundTransactionDetails ?? {};
  if (amountRequested === undefined) return undefined;
  const { currency } = amountRequested;
  if (amountRefunded !== undefined && amountRefunded.currency !== currency) return undefined;
  const requested = withoutSign(amountRequested.value);
  const paid = withoutSign(amountRefunded?.value ?? ZERO);
  return { currency, requested, paid, open: subtractDecimals(requested, paid) };
};

/** The open amount of a stored refund; undefined if its two amounts cannot be compared. */
export const openAmount = ({ requested, paid }: Pick<Refund, 'requested' | 'paid'>): Money | undefined => {
  if (requested === undefined || (paid !== undefined && paid.currency !== requested.currency)) return undefined;
  return { currency: requested.currency, value: subtractDecimals(requested.value, paid?.value ?? ZERO) };
};

/** The state of a refund: `unsaid` if nothing shows whether it is paid. */
export const refundState = (refund: Pick<Refund, 'requested' | 'paid'>): 'open' | 'settled' | 'unsaid' => {
  const left = openAmount(refund);
  if (left === undefined) return 'unsaid';
  if (compareDecimals(left.value, ZERO) > 0) return 'open';
  return refund.paid === undefined ? 'unsaid' : 'settled';
};

const absolute = (amount: Money | undefined): Money | undefined =>
  amount && { ...amount, value: withoutSign(amount.value) };

const refundOf = (row: InvoiceTransaction): Refund | undefined => {
  const { amountRequested, amountRefunded, refundOperationId } = row.refundTransactionDetails ?? {};
  const isRefund = natureOf(row) === 'refund';
  if (!isRefund && amountRequested === undefined && amountRefunded === undefined) return undefined;
  const [requested, paid] = [absolute(amountRequested), absolute(amountRefunded)];
  return {
    name: row.name,
    ...(refundOperationId === undefined ? {} : { operation: refundOperationId }),
    product: cut(divisionOf('product', row).label, LONGEST_PRODUCT),
    ...(row.date === undefined ? {} : { date: row.date }),
    ...(requested === undefined ? {} : { requested }),
    ...(paid === undefined ? {} : { paid }),
    billed: isRefund
      ? amountsOf(row).map(({ currency, value }) => ({ currency, value: subtractDecimals(ZERO, value) }))
      : [],
  };
};

/** Requested and paid refunds; the first hundred are stored individually. */
export const foldRefunds = (): ReportFold<Refunds> => {
  const sums = sumsByCurrency('requested', 'paid', 'billed', 'open');
  const refunds = createTopItems(MOST, openFirst);
  return {
    take(row) {
      const refund = refundOf(row);
      if (refund === undefined) return;
      refunds.add(refund);
      const left = openAmount(refund);
      if (left && refundState(refund) === 'open') sums.of(left.currency).open.add(left.value);
      const { requested, paid, billed } = refund;
      if (requested) sums.of(requested.currency).requested.add(requested.value);
      if (paid) sums.of(paid.currency).paid.add(paid.value);
      for (const { currency, value } of billed) sums.of(currency).billed.add(value);
    },
    end: () => ({
      currencies: sums.totals(),
      refunds: [...refunds.items()],
      more: refunds.count() - refunds.items().length,
    }),
  };
};

/** By the open amount, the largest first; different currencies are sorted by their code. */
const openFirst = (one: Refund, other: Refund): number => {
  const [left, right] = [openAmount(one), openAmount(other)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  if (left.currency !== right.currency) return left.currency < right.currency ? -1 : 1;
  return compareDecimals(right.value, left.value);
};
