import type { Dice } from '../lib/dice.ts';

/** An amount as the vendor writes it: the number is kept as its text. */
export interface WrittenAmount {
  readonly currency: string;
  readonly value: string;
}

/** A transaction before it is written as JSON. */
export interface WrittenRow {
  readonly id: string;
  readonly name: string;
  readonly amounts: Readonly<
    Partial<Record<'transactionAmount' | 'subTotal' | 'tax' | 'azureCreditApplied', WrittenAmount>>
  >;
  readonly requested?: WrittenAmount;
  readonly refunded?: WrittenAmount;
  /** Prices, which are added to nothing. */
  readonly prices?: Readonly<Partial<Record<'effectivePrice' | 'marketPrice', WrittenAmount>>>;
  /** Numbers that are no money, as their text. */
  readonly numbers?: Readonly<Partial<Record<'exchangeRate' | 'discount' | 'units' | 'quantity', string>>>;
  readonly refundOperationId?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<string, unknown>>;
}

export const currencies = ['EUR', 'USD', 'JPY'] as const;

const digitsBy = (dice: Dice, most: number): string => {
  const length = 1 + Math.floor(dice.next() * most);
  return Array.from({ length }, () => Math.floor(dice.next() * 10)).join('');
};

/** Cents, ten places, more digits than any double has, exponents, nothing: with either sign. */
const valueBy = (dice: Dice): string => {
  const sign = dice.oneIn(4) ? '-' : '';
  const whole = String(BigInt(digitsBy(dice, dice.oneIn(20) ? 25 : 6)));
  const form = Math.floor(dice.next() * 10);
  if (form < 5) return `${sign}${whole}.${digitsBy(dice, 2)}`;
  if (form < 8) return `${sign}${whole}.${digitsBy(dice, 10)}`;
  if (form === 8) return dice.oneIn(3) ? `${sign}${whole}e-${1 + Math.floor(dice.next() * 9)}` : `${sign}${whole}`;
  return dice.oneIn(2) ? '0' : `${sign}0.${digitsBy(dice, 10)}`;
};

const amountBy = (dice: Dice): WrittenAmount => ({ currency: dice.pick(currencies), value: valueBy(dice) });

/** Charges, credits of each kind and refunds, billed or not, each amount in a currency of its own; now and then one is missing. */
export const randomRow = (dice: Dice, index: number): WrittenRow => {
  const creditType = dice.oneIn(4)
    ? dice.pick(['Other', 'VendorFreeCredit', 'VendorCreditOffer', 'ServiceInterruption', 'Refund'])
    : undefined;
  const isRefund = creditType === 'Refund' || dice.oneIn(15);
  const pending = dice.oneIn(5);
  const name = `row-${index}`;
  return {
    id: `/providers/Vendor.Billing/billingAccounts/1/invoices/G000000001/transactions/${name}`,
    name,
    amounts: {
      ...(dice.oneIn(40) ? {} : { transactionAmount: amountBy(dice) }),
      ...(dice.oneIn(40) ? {} : { subTotal: amountBy(dice) }),
      ...(dice.oneIn(20) ? {} : { tax: amountBy(dice) }),
      ...(dice.oneIn(3) ? { azureCreditApplied: amountBy(dice) } : {}),
    },
    ...(isRefund && !dice.oneIn(4) ? { requested: amountBy(dice) } : {}),
    ...(isRefund && !dice.oneIn(4) ? { refunded: amountBy(dice) } : {}),
    words: {
      ...(creditType === undefined ? {} : { creditType }),
      transactionType: isRefund ? dice.pick(['Refund', 'refund']) : 'Purchase',
      ...(pending
        ? dice.pick<object>([{ invoice: 'Pending' }, { invoice: 'pending' }, {}])
        : { invoice: 'G000000001', invoiceId: '/providers/Vendor.Billing/billingAccounts/1/invoices/G000000001' }),
      productDescription: `Product ${Math.floor(dice.next() * 30)}`,
      ...(dice.oneIn(9) ? {} : { productFamily: `Family ${Math.floor(dice.next() * 6)}` }),
      kind: dice.pick(['Other', 'other', 'Reservation', 'All']),
      invoiceSectionId: `/sections/${Math.floor(dice.next() * 4)}`,
      customerDisplayName: `Customer ${Math.floor(dice.next() * 3)}`,
    },
  };
};

/** One row to so many. @param from the number of the first */
export const randomRows = (dice: Dice, most: number, from = 0): WrittenRow[] =>
  Array.from({ length: 1 + dice.below(most) }, (_, index) => randomRow(dice, from + index));

/** The fields that no figure is made of, with what only an export tells. */
export const withEveryField = (dice: Dice, row: WrittenRow): WrittenRow => ({
  ...row,
  prices: {
    ...(dice.oneIn(4) ? {} : { effectivePrice: amountBy(dice) }),
    ...(dice.oneIn(4) ? {} : { marketPrice: amountBy(dice) }),
  },
  numbers: {
    ...(dice.oneIn(4) ? {} : { exchangeRate: valueBy(dice) }),
    ...(dice.oneIn(4) ? {} : { discount: valueBy(dice) }),
    ...(dice.oneIn(4) ? {} : { units: valueBy(dice) }),
    ...(dice.oneIn(4) ? {} : { quantity: String(Math.floor(dice.next() * 1_000)) }),
  },
  ...(dice.oneIn(3) ? { refundOperationId: dice.pick(['5f2b7c18-6d0a', '=op']) } : {}),
  ...(dice.oneIn(3) ? { tags: { team: dice.pick(['payments', '=1+1', 'a;=2', '"quoted"']) } } : {}),
  words: {
    ...row.words,
    date: `2026-11-${10 + Math.floor(dice.next() * 20)}T00:00:00Z`,
    servicePeriodStartDate: '2026-11-01T00:00:00Z',
    servicePeriodEndDate: '2026-11-30T23:59:59Z',
  },
});

/** What the library's types do not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const written = (amount: WrittenAmount | undefined) =>
  amount && { currency: amount.currency, value: rawJSON(amount.value) };

/** A page of a list as it comes over the wire, every number with its own digits. */
export const pageOf = (rows: readonly WrittenRow[]): string =>
  JSON.stringify({
    value: rows.map(({ id, name, amounts, prices = {}, numbers = {}, tags, words, ...refund }) => ({
      ...{ id, name, tags },
      properties: {
        ...words,
        ...Object.fromEntries(
          [...Object.entries(amounts), ...Object.entries(prices)].map(([field, amount]) => [field, written(amount)]),
        ),
        ...Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, rawJSON(value)])),
        ...(refund.requested || refund.refunded || refund.refundOperationId
          ? {
              refundTransactionDetails: {
                amountRequested: written(refund.requested),
                amountRefunded: written(refund.refunded),
                refundOperationId: refund.refundOperationId,
              },
            }
          : {}),
      },
    })),
  });
