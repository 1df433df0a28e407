import { addDecimals, type Decimal, roundDecimal } from './decimal.ts';

/** An exact amount; amounts in different currencies are never added. */
export interface Money {
  /** ISO 4217 code, as the vendor wrote it. */
  readonly currency: string;
  /** In the currency's main unit: 600 in USD is 600 dollars. */
  readonly value: Decimal;
}

/** One total for each currency, exact, in the order in which the currencies first occur. */
export const sumMoney = (amounts: Iterable<Money>): readonly Money[] => {
  const totals = new Map<string, Decimal>();
  for (const { currency, value } of amounts) {
    const total = totals.get(currency);
    totals.set(currency, total === undefined ? value : addDecimals(total, value));
  }
  return [...totals].map(([currency, value]) => ({ currency, value }));
};

/** Rounded to the currency's minor unit (ISO 4217), half away from zero: for display only, sums use exact amounts. */
export const roundMoney = ({ currency, value }: Money): Money => ({
  currency,
  value: roundDecimal(value, currencyPlaces(currency)),
});

/** Rounded, in the locale's format; an unknown currency code is put before the number as it is. */
export const formatMoney = (money: Money, locale: string): string => {
  const { currency, value } = roundMoney(money);
  const digits = currencyPlaces(currency);
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  if (!/^[a-z]{3}$/i.test(currency)) {
    return `${currency} ${new Intl.NumberFormat(locale, fixed).format(value)}`.trim();
  }
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...fixed }).format(value);
};

/** All digits of a number that is not money, such as units, rates and percentages, in the locale's format. */
export const formatDecimal = (value: Decimal, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 100 }).format(value);

/** ISO 4217 minor units of the currencies without two of them. Intl differs from ISO for some. */
const places: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((c) => [c, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((c) => [c, 3])),
  ...Object.fromEntries('CLF UYW'.split(' ').map((c) => [c, 4])),
};

/** The decimal places of a currency's amounts; two for an unknown one. */
export const currencyPlaces = (currency: string): number => places[currency.toUpperCase()] ?? 2;
