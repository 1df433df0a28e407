import { foldBreakdown, totalOf } from '../../../src/features/billing/figures/breakdown.ts';
import { type Comparison, comparedBy, deltaOf, foldComparison } from '../../../src/features/billing/figures/compare.ts';
import { type Decimal, decimal } from '../../../src/lib/decimal.ts';
import { type Dice, diceOf } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { readRows } from './exact.ts';
import { expectedOf, whole } from './oracle.ts';
import { plantedIn } from './planted.ts';
import { randomRow, type WrittenRow } from './random-row.ts';

const MOST_ROWS = 400;
const thresholds = { least: decimal(100), percent: decimal(50) };

export const compared = (before: readonly WrittenRow[], after: readonly WrittenRow[]): Comparison => {
  const fold = foldComparison(thresholds);
  for (const row of readRows(before)) fold.take(row, 0);
  for (const row of readRows(after)) fold.take(row, 1);
  return fold.end();
};

const sum = (values: readonly Decimal[]): bigint => values.reduce((all, value) => all + whole(value), 0n);

/** @returns where the lines of a division do not come to what the oracle says, in words */
export const brokenSums = (before: readonly WrittenRow[], after: readonly WrittenRow[]): string[] => {
  const wrong: string[] = [];
  const { currencies } = compared(before, after);
  const [then, now] = [expectedOf(before).currencies, expectedOf(after).currencies];
  for (const { currency, values, by } of currencies) {
    const wanted = [then.get(currency)?.net ?? 0n, now.get(currency)?.net ?? 0n];
    const delta = (wanted[1] ?? 0n) - (wanted[0] ?? 0n);
    if (values.some((value, index) => whole(value) !== wanted[index]))
      wrong.push(`the totals in ${currency} are ${values}`);
    for (const division of comparedBy) {
      if (sum(by[division].map(deltaOf)) !== delta)
        wrong.push(`by ${division} the deltas in ${currency} do not add up`);
    }
  }
  const fold = foldBreakdown();
  for (const row of readRows(after)) fold.take(row, 0);
  for (const { currency, by } of fold.end().currencies) {
    for (const [division, lines] of Object.entries(by)) {
      if (sum(lines.map(totalOf)) !== now.get(currency)?.net) wrong.push(`by ${division} ${currency} does not add up`);
    }
  }
  return wrong;
};

/** @returns what was planted and not found, or found and not planted, in words */
const brokenAnomalies = (dice: Dice): string[] => {
  const { before, after, planted } = plantedIn(dice);
  const named = ({ anomalies }: Comparison): string[] => anomalies.map(({ rule, label }) => `${rule} ${label}`).sort();
  const found = named(compared(before, after));
  const alarms = named(compared(before, before));
  const wanted = [...planted].sort();
  return [
    ...(found.join() === wanted.join() ? [] : [`planted were ${wanted.join(', ')}; found were ${found.join(', ')}`]),
    ...alarms.map((alarm) => `a false alarm on what did not move: ${alarm}`),
  ];
};

/** Deltas add up in each division; what was planted is found by the rule that it breaks, and nothing else is. */
export const comparing: Proof = {
  name: 'billing-6',
  runs: 300,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      const dice = diceOf(seed, run);
      const rows = (from: number) =>
        Array.from({ length: 1 + Math.floor(dice.next() * MOST_ROWS) }, (_, index) => randomRow(dice, from + index));
      for (const words of [...brokenSums(rows(0), rows(10_000)), ...brokenAnomalies(dice)]) {
        complain({ run, at: 'two invoices', words });
      }
    }
    return runs;
  },
};
