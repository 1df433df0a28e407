import type { WrittenAmount, WrittenRow } from './random-row.ts';

/** Places after the point that every number is brought to. */
const PLACES = 40;

/** The number of a written value, times 10^PLACES. */
export const whole = (text: string): bigint => {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [integer = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = BigInt(integer + fraction) * 10n ** BigInt(PLACES - fraction.length + Number(exponent));
  return mantissa.startsWith('-') ? -digits : digits;
};

const size = (value: bigint): bigint => (value < 0n ? -value : value);

export type Figures = Record<
  'charged' | 'tax' | 'credits' | 'refunded' | 'requested' | 'paid' | 'net' | 'unbilled',
  bigint
>;

export interface Expected {
  readonly currencies: ReadonlyMap<string, Figures>;
  readonly pending: number;
}

const nothing = (): Figures => ({
  ...{ charged: 0n, tax: 0n, credits: 0n, refunded: 0n, requested: 0n, paid: 0n, net: 0n, unbilled: 0n },
});

/** The figures of an invoice, from the digits as they were written, with nothing of the bot's own arithmetic. */
export const expectedOf = (rows: readonly WrittenRow[]): Expected => {
  const currencies = new Map<string, Figures>();
  const put = (figure: keyof Figures, amount: WrittenAmount, sign: 1n | -1n | 'size' = 1n): void => {
    const figures = currencies.get(amount.currency) ?? nothing();
    currencies.set(amount.currency, figures);
    const value = whole(amount.value);
    figures[figure] += sign === 'size' ? size(value) : sign * value;
  };
  let pending = 0;
  for (const { amounts, requested, refunded, words } of rows) {
    const { transactionAmount, subTotal, tax, azureCreditApplied: applied } = amounts;
    const type = words['creditType'];
    const refund = type === 'Refund' || (type === undefined && /^refund$/i.test(String(words['transactionType'])));
    const open = words['invoiceId'] === undefined;
    if (open) pending += 1;
    for (const amount of transactionAmount ? [transactionAmount] : [subTotal, tax]) {
      if (!amount) continue;
      put('net', amount);
      if (open) put('unbilled', amount);
      if (refund) put('refunded', amount, -1n);
      else if (type === undefined) put('charged', amount);
      else put('credits', amount, -1n);
    }
    if (tax) put('tax', tax);
    if (requested) put('requested', requested, 'size');
    if (refunded) put('paid', refunded, 'size');
    if (!applied) continue;
    put('credits', applied);
    put('net', applied, -1n);
    if (open) put('unbilled', applied, -1n);
  }
  return { currencies, pending };
};
