import type { Decimal } from '../../lib/decimal.ts';
import { currencyPlaces, formatMoney, type Money, roundMoney } from '../../lib/money.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';

/** To the currency's minor unit, for lists and totals. */
export const formatAmount = (money: Money, words: Words): Markdown => escapeMarkdown(formatMoney(money, words.spoken));

/** Every digit, for details: “81.3000000000000004” is another price than “81.30”. */
export const formatExactAmount = ({ currency, value }: Money, words: Words): Markdown => {
  const least = currencyPlaces(currency);
  const number = new Intl.NumberFormat(words.spoken, { minimumFractionDigits: least, maximumFractionDigits: 100 });
  return escapeMarkdown(`${number.format(value)} ${currency}`);
};

/** A bill goes by days of UTC: told in somebody's own zone its first day could be another one. */
export const dayOf = (moment: string, words: Words): string =>
  new Intl.DateTimeFormat(words.spoken, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment));

export const formatDay = (moment: string, words: Words): Markdown => escapeMarkdown(dayOf(moment, words));

export const areBelowZero = (amounts: readonly Money[]): boolean =>
  amounts.length > 0 && amounts.every(({ value }) => value.startsWith('-'));

/** What one thing comes to, where that is in several currencies. */
export const formatAmounts = (amounts: readonly Money[], words: Words): Markdown =>
  amounts.map((amount) => formatAmount(amount, words)).join(' + ') as Markdown;

/** Whether an amount that is said to its minor unit has more digits than that. */
export const losesDigits = (currency: string, value: Decimal): boolean =>
  roundMoney({ currency, value }).value !== value;

/** Where there is nothing to say. */
export const NONE = '' as Markdown;
