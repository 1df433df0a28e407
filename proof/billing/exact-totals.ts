import { invoiceTransaction } from '../../src/cloud/operations/billing.ts';
import { readPage } from '../../src/cloud/paging.ts';
import { parseExact } from '../../src/cloud/response/response.ts';
import { foldTotals, type Totals } from '../../src/features/billing/invoice/totals.ts';
import { defineCheck, thrown } from '../lib/define-check.ts';
import { pageOf, randomRow, type WrittenAmount, type WrittenRow } from './random-row.ts';

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

type Figures = Record<'charged' | 'tax' | 'credits' | 'refunded' | 'requested' | 'paid' | 'net' | 'unbilled', bigint>;

interface Expected {
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

const ROWS = 10_000;

/** The rows as the client hands them on: from the text of the answer, through its exact reading and its schema. */
export const readRows = (rows: readonly WrittenRow[]) =>
  readPage(parseExact(pageOf(rows))).items.map((item) => invoiceTransaction.parse(item));

export const totalsOf = (rows: readonly WrittenRow[]): Totals => {
  const fold = foldTotals();
  for (const row of readRows(rows)) fold.take(row, 0);
  return fold.end();
};

/** @returns where the figures are not the oracle's, in words */
export const differences = (totals: Totals, expected: Expected, count: number): string[] => {
  const wrong: string[] = [];
  if (totals.count !== count) wrong.push(`${totals.count} transactions were counted, not ${count}`);
  if (totals.pending !== expected.pending) wrong.push(`${totals.pending} pending, not ${expected.pending}`);
  const told = totals.currencies
    .map(({ currency }) => currency)
    .toSorted()
    .join();
  const known = [...expected.currencies.keys()].sort().join();
  if (told !== known) wrong.push(`currencies ${told}, not ${known}`);
  const rows = totals.currencies.map((one) => one.rows);
  if (rows.some((own, place) => own > (rows[place - 1] ?? own))) wrong.push(`the main currency is not first: ${rows}`);
  for (const { currency, rows: _rows, ...figures } of totals.currencies) {
    for (const [figure, value] of Object.entries(expected.currencies.get(currency) ?? {})) {
      const said = figures[figure as keyof Figures];
      if (whole(said) !== value) wrong.push(`${figure} in ${currency} is ${said}, not ${value}`);
    }
  }
  return wrong;
};

/** Ten thousand generated transactions a run come to what an oracle of whole numbers says, to the last digit. */
export const exact = defineCheck({
  name: 'billing-1',
  says: '10,000 transactions come to what an oracle of whole numbers says',
  short: { runs: 1, seed: 4 },
  runs: 20,
  at: () => `${ROWS} transactions`,
  cases: thrown<readonly WrittenRow[]>((dice) => Array.from({ length: ROWS }, (_, index) => randomRow(dice, index))),
  faults: (rows) => differences(totalsOf(rows), expectedOf(rows), ROWS),
});
