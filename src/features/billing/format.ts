import { type Decimal, ratioOf } from '#platform/lib/decimal.ts';
import { currencyPlaces, formatMoney, type Money, roundMoney } from '#platform/lib/money.ts';
import { capitalised, escapeMarkdown, joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { dateTime } from '#teams/cards/view.ts';
import { isNarrowed, type ListQuery } from './invoice/list-query.ts';
import type { Totals } from './invoice/totals.ts';
import type { BillingAccount } from './policy.ts';
import type { Report, ReportState } from './report/report.ts';

/** In place of every space a no-break space: an amount on two lines reads as two amounts. */
const unbroken = (amount: string): string => amount.replace(/\s/g, '\u00A0');

/** To the currency's minor unit, for a text's values, which are escaped there. */
export const amountText = (money: Money, words: Words): string => unbroken(formatMoney(money, words.formatLocale));

/** To the currency's minor unit, for lists and totals. */
export const formatAmount = (money: Money, words: Words): Markdown => escapeMarkdown(amountText(money, words));

const PLACES = 4;

/** A part of a whole in per cent, to a tenth; undefined where the whole is 0. */
export const shareOf = (part: Decimal, whole: Decimal, words: Words): string | undefined => {
  const ratio = ratioOf(part, whole, PLACES);
  return ratio && unbroken(percentFormat(words, 'auto').format(ratio));
};

/** How far an amount moved, in per cent of what it was, with its sign; undefined where it was 0. */
export const changeOf = (delta: Decimal, before: Decimal, words: Words): string | undefined => {
  const size = before.startsWith('-') ? (before.slice(1) as Decimal) : before;
  const ratio = ratioOf(delta, size, PLACES);
  return ratio && unbroken(percentFormat(words, 'exceptZero').format(ratio));
};

const percentFormat = (words: Words, signDisplay: 'auto' | 'exceptZero'): Intl.NumberFormat =>
  new Intl.NumberFormat(words.formatLocale, { style: 'percent', maximumFractionDigits: 1, signDisplay });

/** Every digit, for details: “81.3000000000000004” is another price than “81.30”. */
export const formatExactAmount = ({ currency, value }: Money, words: Words): Markdown => {
  const least = currencyPlaces(currency);
  const number = new Intl.NumberFormat(words.formatLocale, {
    minimumFractionDigits: least,
    maximumFractionDigits: 100,
  });
  return escapeMarkdown(unbroken(`${number.format(value)} ${currency}`));
};

/** Invoices use days in UTC: in another time zone the first day could be a different one. */
export const dayOf = (moment: string, words: Words): string =>
  new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment));

export const formatDay = (moment: string, words: Words): Markdown => escapeMarkdown(dayOf(moment, words));

export const areBelowZero = (amounts: readonly Money[]): boolean =>
  amounts.length > 0 && amounts.every(({ value }) => value.startsWith('-'));

/** Amounts in several currencies. */
export const formatAmounts = (amounts: readonly Money[], words: Words): Markdown =>
  amounts.map((amount) => formatAmount(amount, words)).join(' + ') as Markdown;

/** Whether an amount has more digits than its currency's minor unit shows. */
export const losesDigits = (currency: string, value: Decimal): boolean =>
  roundMoney({ currency, value }).value !== value;

/** Accounts with a PCN name are an older type without transactions in the vendor's API; a number may be one too. */
const kindOf = (account: string): 'older' | 'perhapsOlder' | 'newer' => {
  if (/^pcn\./i.test(account)) return 'older';
  return /^\d+$/.test(account) ? 'perhapsOlder' : 'newer';
};

/** The number of transactions on the whole invoice, if known. */
const wholeCount = ({ state }: Report<ListQuery, Totals>): number | undefined => {
  if (state.is !== 'read') return state.is === 'reading' ? state.of : undefined;
  return state.result.count;
};

/** Why a completely read invoice is empty. */
export const emptyInvoice = (
  { account, title }: Pick<BillingAccount, 'account' | 'title'>,
  invoice: string,
  words: Words,
): Markdown => {
  const kind = kindOf(account);
  if (kind === 'older') return words.markdown('billing.empty.olderAccount', { account: title });
  if (kind === 'perhapsOlder') return words.markdown('billing.empty.perhapsOlder', { account: title, invoice });
  return words.markdown('billing.empty.pending', { invoice: capitalised(invoice) });
};

/** Why there is nothing to show, and what to do next, for each reason. */
export const emptyLine = (report: Report<ListQuery, Totals>, words: Words): Markdown => {
  const count = wholeCount(report);
  if (isNarrowed(report.question) && count !== 0) {
    return words.markdown('billing.empty.narrow', { count: count ?? 0 });
  }
  return emptyInvoice(report.account, report.invoices[0]?.title ?? '', words);
};

/** A line about the reading on a report's card, with its colour; empty if there is nothing to report. */
interface ProgressLine {
  readonly text: Markdown;
  readonly colour: 'Default' | 'Accent' | 'Warning' | 'Attention';
}

/** The progress of the reading; which invoices are incomplete, and why; or why nothing could be read. */
export const progressLine = (
  { state, invoices }: Pick<Report<unknown, unknown>, 'state' | 'invoices'>,
  words: Words,
): ProgressLine => {
  if (state.is === 'reading') {
    const { rows, of, waitsUntil } = state;
    const text = words.markdown('billing.progress.reading', { rows, of: of ?? 0 });
    if (waitsUntil === undefined) return { text, colour: 'Accent' };
    const asked = words.markdown('billing.progress.asked');
    return { text: joinMarkdown([text, asked, dateTime(Date.parse(waitsUntil))], ' '), colour: 'Warning' };
  }
  if (state.is === 'failed') return { text: words.markdown(state.why, state.values), colour: 'Attention' };
  const lines = state.ends.flatMap((end, index) => {
    if (end.complete) return [];
    const { rows } = end;
    const of =
      end.of === undefined
        ? words.plain('billing.progress.unknown')
        : words.plain('billing.progress.number', { number: end.of });
    const why = words.plain(end.why, end.values);
    const { title: invoice = '' } = invoices[index] ?? {};
    const named = invoices.length > 1 ? 'yes' : 'no';
    return [words.markdown('billing.progress.incomplete', { rows, of, why, invoice, named })];
  });
  return lines.length === 0
    ? { text: NO_TEXT, colour: 'Default' }
    : { text: lines.join('\n\n') as Markdown, colour: 'Warning' };
};

/** Whether every row of every invoice was read. */
export const isWhole = (state: ReportState<unknown>): boolean =>
  state.is === 'read' && state.ends.every(({ complete }) => complete);
