import { invoiceTransaction } from '../../src/cloud/operations/billing.ts';
import { readPage } from '../../src/cloud/paging.ts';
import { parseExact } from '../../src/cloud/response/response.ts';
import { foldTotals, type Totals } from '../../src/features/billing/invoice/totals.ts';
import type { Proof } from '../proof.ts';
import { diceOf } from '../run-on-stores.ts';
import { type Expected, expectedOf, type Figures, whole } from './oracle.ts';
import { pageOf, randomRow, type WrittenRow } from './random-row.ts';

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
export const exact: Proof = {
  name: 'billing-1',
  says: '10,000 transactions come to what an oracle of whole numbers says',
  short: { runs: 1, seed: 4 },
  runs: 20,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      const dice = diceOf(seed, run);
      const rows = Array.from({ length: ROWS }, (_, index) => randomRow(dice, index));
      for (const words of differences(totalsOf(rows), expectedOf(rows), ROWS)) {
        complain({ run, at: `${ROWS} transactions`, words });
      }
    }
    return runs;
  },
};
