import { z } from 'zod';
import { ZERO } from '#platform/lib/decimal.ts';
import { capitalised, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { some } from '#teams/cards/define-card.ts';
import { pressFilter, pressPart } from '../cards/line-press.ts';
import {
  countsLine,
  formatDelta,
  formatPart,
  formatValue,
  movedLine,
  type ReportBody,
  type Row,
  renderReport,
  type Section,
} from '../cards/report-card.ts';
import { losesDigits } from '../format.ts';
import { foldTotals, storedDecimal, storedTotals } from '../invoice/totals.ts';
import { deltaOf } from './comparison.ts';
import { defineReport, type Report, type ReportFold } from './report.ts';
import { createTally, divisionOf, largestLines, netOf, storedLine, sumOf, type TallyLine } from './tally.ts';

const question = z.object({});

const storedMonthly = z.object({
  /** Of the newest invoice. */
  totals: storedTotals,
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** The net of the invoice before, and of the newest one. */
      values: z.array(storedDecimal),
      changes: z.array(storedLine),
      newFamilies: z.array(storedLine),
    }),
  ),
});
type Monthly = z.infer<typeof storedMonthly>;
type OneCurrency = Monthly['currencies'][number];

const MOST_STORED = 5;
const [BEFORE, NEWEST] = [0, 1];

/** The newest invoice is the last one: it may be the only one. */
const foldMonthly = (): ReportFold<Monthly> => {
  const [products, families] = [createTally(2), createTally(2)];
  // Which invoice is the newest is known at the end only.
  const totals = [foldTotals(), foldTotals()];
  let last = 0;
  return {
    take(row, invoice) {
      last = Math.max(last, invoice);
      totals[invoice]?.take(row, invoice);
      for (const amount of netOf(row)) {
        products.add(divisionOf('product', row), invoice, amount);
        families.add(divisionOf('family', row), invoice, amount);
      }
    },
    end() {
      const compared = last === NEWEST;
      const byFamily = new Map(families.lines().map(({ currency, lines }) => [currency, lines]));
      return {
        totals: (totals[last] ?? foldTotals()).end(),
        currencies: !compared
          ? []
          : products.lines().map(({ currency, lines }) => ({
              currency,
              values: [...sumOf(lines, 2)],
              changes: largest(lines.filter((line) => deltaOf(line) !== ZERO)),
              newFamilies: largest((byFamily.get(currency) ?? []).filter(({ counts }) => counts[BEFORE] === 0)),
            })),
      };
    },
  };
};

const largest = (lines: readonly TallyLine[]): TallyLine[] =>
  largestLines(lines, MOST_STORED, deltaOf).filter(({ is }) => is === 'part');

type MonthlyReport = Report<Readonly<Record<never, never>>, Monthly>;

/** The newest invoice with what is worth a look; posted every month. */
export const monthlyReport = defineReport<Readonly<Record<never, never>>, Monthly>({
  name: 'monthly',
  question,
  result: storedMonthly,
  labels: ({ currencies }) =>
    currencies.flatMap(({ changes, newFamilies }) => [...changes, ...newFamilies].map(({ label }) => label)),
  fold: foldMonthly,
  draw: async (report, { words }) => {
    const invoice = capitalised(newestOf(report).title);
    const title = words.markdown('monthly.card.title', { invoice });
    const card = renderReport(report, title, words, (result, share) => bodyOf(report, result, words, share));
    return { card, summary: words.plain('monthly.card.title', { invoice }) };
  },
});

const newestOf = ({ invoices }: Pick<MonthlyReport, 'invoices'>) => invoices.at(-1) ?? { title: '', id: '' };

const MOST = { currencies: 4, rows: 5 };

const bodyOf = (report: MonthlyReport, result: Monthly, words: Words, share: number): ReportBody => {
  const { totals, currencies } = result;
  const shown = totals.currencies.slice(0, some(MOST.currencies, share));
  const left = totals.currencies.length - shown.length;
  const [main] = shown;
  const compared = currencies.find(({ currency }) => currency === main?.currency);
  return {
    count: countsLine(totals.count, totals.pending, words),
    sections: [
      ...shown.map(({ currency, net }) => netSection(currency, net, currencies, words)),
      ...listed(words.plain('monthly.card.look'), changedRows(report, result, words)),
      ...listed(words.plain('monthly.card.changes'), compared ? changeRows(report, compared, words, share) : []),
    ],
    rounded: shown.some(({ currency, net }) => losesDigits(currency, net)),
    more: left > 0 ? words.markdown('reports.moreCurrencies', { count: left }) : NO_TEXT,
    buttons: buttonsOf(report, words),
  };

  function listed(label: string, rows: readonly Row[]): Section[] {
    if (rows.length === 0) return [];
    return [{ label: label as Section['label'], detail: NO_TEXT, amount: NO_TEXT, charts: [], rows: [...rows] }];
  }
};

const netSection = (
  currency: string,
  net: OneCurrency['values'][number],
  currencies: readonly OneCurrency[],
  words: Words,
): Section => {
  const values = currencies.find((one) => one.currency === currency)?.values;
  const [before = ZERO] = values ?? [];
  return {
    label: words.markdown('reports.breakdown.currency', { currency }),
    detail: values === undefined ? NO_TEXT : movedLine(currency, before, net, words),
    amount: formatValue(currency, net, words),
    charts: [],
    rows: [],
  };
};

/** What is pending or given back, and families that were not there before. */
const changedRows = ({ id, invoices }: MonthlyReport, { totals, currencies }: Monthly, words: Words): Row[] => {
  const newest = invoices.length - 1;
  const counted = (name: 'pending' | 'refunds', count: number): Row[] =>
    count === 0
      ? []
      : [
          {
            label: words.markdown(`billing.counted.${name}`, { count }),
            ...{ detail: NO_TEXT, amount: NO_TEXT, tone: 'Attention' },
            ...pressFilter(id, name, newest),
          },
        ];
  return [
    ...counted('pending', totals.pending),
    ...counted('refunds', totals.refunds),
    ...currencies.flatMap(({ currency, newFamilies }) =>
      newFamilies.map((line) => ({
        label: formatPart(line, words),
        detail: words.markdown('monthly.card.newFamily'),
        amount: formatValue(currency, line.values[NEWEST] ?? ZERO, words),
        tone: 'Attention',
        ...pressPart({ id, by: 'family', currency, invoice: newest }, line),
      })),
    ),
  ];
};

const changeRows = ({ id }: MonthlyReport, { currency, changes }: OneCurrency, words: Words, share: number): Row[] =>
  changes.slice(0, some(MOST.rows, share)).map((line) => {
    const [before = ZERO, after = ZERO] = line.values;
    const delta = deltaOf(line);
    return {
      label: formatPart(line, words),
      detail: movedLine(currency, before, after, words),
      amount: formatDelta(currency, delta, words),
      tone: delta.startsWith('-') ? 'Good' : 'Default',
      ...pressPart({ id, by: 'product', currency, invoice: line.counts[NEWEST] === 0 ? BEFORE : NEWEST }, line),
    };
  });

/** Buttons say a command, so that each answer follows the presser's rights. */
const buttonsOf = (report: MonthlyReport, words: Words): ReportBody['buttons'] => {
  const { account, invoices } = report;
  const { title } = newestOf(report);
  const of = `of ${account.key}`;
  const [before] = invoices.length > 1 ? invoices : [];
  return [
    commandButton(words.plain('billing.button.list'), `transactions "${title}" ${of}`),
    ...(before
      ? [commandButton(words.plain('monthly.card.compare'), `compare "${before.title}" "${title}" ${of}`)]
      : []),
  ];
};
