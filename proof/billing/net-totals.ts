import { viewInvoice } from '../../src/features/billing/cards/summary-card.ts';
import { formatAmount } from '../../src/features/billing/format.ts';
import { parseListQuery } from '../../src/features/billing/invoice/list-query.ts';
import type { Totals } from '../../src/features/billing/invoice/totals.ts';
import { foldRefunds } from '../../src/features/billing/report/refunds.ts';
import { addDecimals, type Decimal, negateDecimal, subtractDecimals, ZERO } from '../../src/platform/lib/decimal.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import { defineCheck, thrown } from '../lib/define-check.ts';
import type { Dice } from '../lib/dice.ts';
import { differences, expectedOf, readRows, totalsOf } from './exact-totals.ts';
import { randomRows, type WrittenRow } from './random-row.ts';

const MOST_ROWS = 60;

/** @returns what does not hold of the refund view of one invoice, in words */
const brokenNetLaws = (rows: readonly WrittenRow[]): string[] => {
  const totals = totalsOf(rows);
  const wrong = differences(totals, expectedOf(rows), rows.length);
  for (const { currency, charged, credits, refunded, net } of totals.currencies) {
    const given = addDecimals(credits, refunded);
    if (subtractDecimals(charged, given) !== net)
      wrong.push(`net in ${currency} is ${net}, with ${charged} - ${given}`);
  }
  const refunds = foldRefunds();
  for (const row of readRows(rows)) refunds.take(row, 0);
  const view = refunds.end();
  for (const figure of ['requested', 'paid'] as const) {
    for (const one of totals.currencies) {
      const told = view.currencies.find(({ currency }) => currency === one.currency)?.[figure] ?? ('0' as Decimal);
      if (told !== one[figure])
        wrong.push(`${figure} in ${one.currency}: ${told} of the refunds, ${one[figure]} of the totals`);
    }
  }
  for (const { currency, billed } of view.currencies) {
    const total = totals.currencies.find((one) => one.currency === currency)?.refunded;
    if (billed !== total) wrong.push(`refunds billed in ${currency}: ${billed}, in the totals ${total}`);
  }
  return [...wrong, ...missingOnCard(totals)];
};

const words = loadTexts().for('en');

/** @returns figures that the summary does not show, in words */
const missingOnCard = (totals: Totals): string[] => {
  const view = viewInvoice(
    {
      ...{ id: 'r', askedBy: 'di', conversationId: undefined, version: 1 },
      account: { key: 'a', title: 'A', account: '1', invoices: [], see: [], channels: [] },
      invoices: [{ title: 'june', id: 'G000000001' }],
      question: parseListQuery({ filter: '', sort: '', search: '' }, 0),
      state: { is: 'read', ends: [{ rows: totals.count, of: totals.count, complete: true }], result: totals },
    },
    words,
  );
  return totals.currencies.flatMap(({ currency, unbilled: _unbilled, rows: _rows, ...figures }) => {
    const shown = view.totals.find(({ label }) => label.includes(currency));
    const said = [shown?.net, ...(shown?.lines.map(({ amount }) => amount) ?? [])];
    const given = new Set(['credits', 'refunded']);
    return Object.entries(figures).flatMap(([figure, value]) => {
      const amount = given.has(figure) ? negateDecimal(value) : value;
      const needed = value !== ZERO || figure === 'net';
      return needed && !said.includes(formatAmount({ currency, value: amount }, words))
        ? [`the card does not show ${figure} in ${currency}: ${value}`]
        : [];
    });
  });
};

/** For each invoice: net is what is charged less credits and refunds, and the refund view agrees with the totals, and the summary shows each figure. */
export const net = defineCheck({
  name: 'billing-3',
  says: 'net is what is charged less credits and refunds, and the refund view agrees',
  short: { runs: 40, seed: 4 },
  runs: 500,
  at: () => 'one invoice',
  cases: thrown((dice: Dice) => randomRows(dice, MOST_ROWS)),
  faults: brokenNetLaws,
});
