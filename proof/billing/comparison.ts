import { foldBreakdown, totalOf } from '../../src/features/billing/report/breakdown.ts';
import { type Comparison, comparedBy, deltaOf, foldComparison } from '../../src/features/billing/report/comparison.ts';
import type { TallyLine } from '../../src/features/billing/report/tally.ts';
import { type Decimal, decimal } from '../../src/platform/lib/decimal.ts';
import { defineCheck, thrown } from '../lib/define-check.ts';
import type { Dice } from '../lib/dice.ts';
import { expectedOf, readRows, whole } from './exact-totals.ts';
import { randomRows, type WrittenRow } from './random-row.ts';

const PRODUCTS = 12;
const DAYS = 20;

const row = (id: string, product: string, value: string, more: Partial<WrittenRow> = {}, day = 1): WrittenRow => ({
  id: `/transactions/${id}`,
  name: id,
  amounts: { transactionAmount: { currency: 'EUR', value } },
  words: {
    productDescription: product,
    transactionType: 'Purchase',
    invoiceId: '/invoices/1',
    date: `2026-10-${String(day).padStart(2, '0')}T00:00:00Z`,
  },
  ...more,
});

const cents = (dice: Dice, least: number, span: number): string =>
  (least + Math.floor(dice.next() * span) / 100).toFixed(2);

/** A flat invoice: each product on each day, its amount moving by a few cents; and the same again with some things injected. */
const injectedIn = (
  dice: Dice,
): {
  readonly before: readonly WrittenRow[];
  readonly after: readonly WrittenRow[];
  readonly injected: readonly string[];
} => {
  const month = (name: string): WrittenRow[] =>
    Array.from({ length: PRODUCTS }, (_, product) => product).flatMap((product) =>
      Array.from({ length: DAYS }, (__, day) =>
        row(`${name}-${product}-${day}`, `Product ${product}`, cents(dice, 120 + product, 50), {}, day + 1),
      ),
    );
  const before = month('before');
  const flat = month('after');
  const injected: string[] = [];
  const wants = (rule: string, label: string): boolean => {
    const planting = dice.oneIn(2);
    if (planting) injected.push(`${rule} ${label}`);
    return planting;
  };
  const gone = wants('gone', 'Product 0');
  const jump = wants('jump', 'Product 1');
  const after = flat.flatMap((one): WrittenRow[] => {
    const product = one.words['productDescription'];
    if (gone && product === 'Product 0') return [];
    if (!jump || product !== 'Product 1') return [one];
    const value = (Number(one.amounts.transactionAmount?.value) * 2).toFixed(2);
    return [{ ...one, amounts: { transactionAmount: { currency: 'EUR', value } } }];
  });
  if (wants('new', 'Product new')) after.push(row('new', 'Product new', cents(dice, 100, 900)));
  const [twin] = flat.filter(({ words }) => words['productDescription'] === 'Product 2');
  if (twin && wants('twice', 'Product 2')) after.push({ ...twin, id: '/transactions/twin', name: 'twin' });
  const short = { requested: { currency: 'EUR', value: '-900' }, refunded: { currency: 'EUR', value: '-700.5' } };
  const refund = row('refund', 'Product 3', '-50.00');
  const words = { ...refund.words, creditType: 'Refund' };
  if (wants('refund', 'Product 3')) after.push({ ...refund, ...short, words });
  // Below the thresholds, or paid in full: never an alarm.
  after.push(row('small', 'Product small', '99.99'), {
    ...row('paid', 'Product 4', '-30.00'),
    requested: short.requested,
    refunded: short.requested,
  });
  return { before, after, injected };
};

const MOST_ROWS = 400;
const thresholds = { least: decimal(100), percent: decimal(50) };

const compared = (before: readonly WrittenRow[], after: readonly WrittenRow[]): Comparison => {
  const fold = foldComparison(thresholds);
  for (const row of readRows(before)) fold.take(row, 0);
  for (const row of readRows(after)) fold.take(row, 1);
  return fold.end();
};

const sum = (values: readonly Decimal[]): bigint => values.reduce((all, value) => all + whole(value), 0n);

/** What a row is told under, by division. */
const labels = {
  product: ({ words }: WrittenRow) => String(words['productDescription'] ?? ''),
  family: ({ words }: WrittenRow) => String(words['productFamily'] ?? ''),
  section: ({ words }: WrittenRow) => String(words['invoiceSectionId'] ?? '').replace('/sections/', ''),
  kind: ({ words }: WrittenRow) => String(words['kind'] ?? '').replace('other', 'Other'),
  customer: ({ words }: WrittenRow) => String(words['customerDisplayName'] ?? ''),
} as const;

/** The currencies in which a row adds to the net. */
const currenciesOf = ({ amounts }: WrittenRow): string[] => {
  const { transactionAmount, subTotal, tax, azureCreditApplied: applied } = amounts;
  const named = [
    ...(transactionAmount ? [transactionAmount] : [subTotal, tax]),
    ...(applied && whole(applied.value) !== 0n ? [applied] : []),
  ];
  return named.flatMap((amount) => (amount ? [amount.currency] : []));
};

/** @returns lines that do not come to what the oracle says of the rows of their label, in words */
const brokenLines = (
  lines: readonly TallyLine[],
  invoices: readonly (readonly WrittenRow[])[],
  division: keyof typeof labels,
  currency: string,
): string[] =>
  lines
    .filter(({ is }) => is !== 'rest')
    .flatMap(({ label, values }) =>
      invoices.flatMap((rows, index) => {
        const own = rows.filter((row) => labels[division](row) === label);
        const wanted = expectedOf(own).currencies.get(currency)?.net ?? 0n;
        const told = values[index] ?? '';
        return whole(told) === wanted ? [] : [`by ${division} “${label}” is ${told} ${currency}, not ${wanted}`];
      }),
    );

/** @returns where the lines of a division do not come to what the oracle says, in words */
const brokenSums = (before: readonly WrittenRow[], after: readonly WrittenRow[]): string[] => {
  const wrong: string[] = [];
  const { currencies } = compared(before, after);
  const [then, now] = [expectedOf(before).currencies, expectedOf(after).currencies];
  const told = (all: readonly { readonly currency: string }[]): string => all.map(({ currency }) => currency).join();
  const both = [...new Set([...before, ...after].flatMap(currenciesOf))].sort().join();
  if (told(currencies) !== both) wrong.push(`compared are ${told(currencies)}, not ${both}`);
  for (const { currency, values, by } of currencies) {
    const wanted = [then.get(currency)?.net ?? 0n, now.get(currency)?.net ?? 0n];
    const delta = (wanted[1] ?? 0n) - (wanted[0] ?? 0n);
    if (values.some((value, index) => whole(value) !== wanted[index]))
      wrong.push(`the totals in ${currency} are ${values}`);
    for (const division of comparedBy) {
      if (sum(by[division].map(deltaOf)) !== delta)
        wrong.push(`by ${division} the deltas in ${currency} do not add up`);
      wrong.push(...brokenLines(by[division], [before, after], division, currency));
    }
  }
  const fold = foldBreakdown();
  for (const row of readRows(after)) fold.take(row, 0);
  const parts = fold.end();
  const own = [...new Set(after.flatMap(currenciesOf))].sort().join();
  if (told(parts.currencies) !== own) wrong.push(`broken down are ${told(parts.currencies)}, not ${own}`);
  for (const { currency, by } of parts.currencies) {
    for (const [division, lines] of Object.entries(by)) {
      if (sum(lines.map(totalOf)) !== now.get(currency)?.net) wrong.push(`by ${division} ${currency} does not add up`);
      wrong.push(...brokenLines(lines, [after], division as keyof typeof labels, currency));
    }
  }
  return wrong;
};

/** @returns what was injected and not found, or found and not injected, in words */
const brokenAnomalies = ({ before, after, injected }: ReturnType<typeof injectedIn>): string[] => {
  const named = ({ anomalies }: Comparison): string[] => anomalies.map(({ rule, label }) => `${rule} ${label}`).sort();
  const found = named(compared(before, after));
  const alarms = named(compared(before, before));
  const wanted = [...injected].sort();
  return [
    ...(found.join() === wanted.join() ? [] : [`injected were ${wanted.join(', ')}; found were ${found.join(', ')}`]),
    ...alarms.map((alarm) => `a false alarm on what did not move: ${alarm}`),
  ];
};

/** Deltas add up in each division; what was injected is found by the rule that it breaks, and nothing else is. */
export const comparing = defineCheck({
  name: 'billing-6',
  says: 'deltas add up, what is injected is found, and what is flat is quiet',
  short: { runs: 10, seed: 4 },
  runs: 300,
  at: () => 'two invoices',
  cases: thrown((dice: Dice) => ({
    ...{ before: randomRows(dice, MOST_ROWS), after: randomRows(dice, MOST_ROWS, 10_000) },
    plain: injectedIn(dice),
  })),
  faults: ({ before, after, plain }) => [...brokenSums(before, after), ...brokenAnomalies(plain)],
});
