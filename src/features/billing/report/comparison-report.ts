import { z } from 'zod';
import { ZERO } from '#platform/lib/decimal.ts';
import { capitalised, dotted, escapeMarkdown, NO_TEXT, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { some } from '#teams/cards/define-card.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { type LinePress, pressPart, pressParts } from '../cards/line-press.ts';
import {
  divisionButtons,
  formatDelta,
  formatPart,
  formatValue,
  isEmptyOf,
  movedLine,
  plainAmount,
  type ReportBody,
  type Row,
  renderReport,
  type Section,
  shareOut,
} from '../cards/report-card.ts';
import { isWhole, losesDigits } from '../format.ts';
import type { Within } from '../invoice/list-query.ts';
import { storedDecimal } from '../invoice/totals.ts';
import { billingVerbs } from '../verbs.ts';
import {
  type Anomaly,
  type Comparison,
  comparedBy,
  deltaOf,
  foldComparison,
  storedComparison,
  weightOf,
} from './comparison.ts';
import { defineReport, type Report } from './report.ts';
import { byRows, largestLines, type TallyLine } from './tally.ts';

const compareQuestion = z.object({
  by: z.enum(comparedBy),
  /** The policy's thresholds of anomalies at that time. */
  least: storedDecimal,
  percent: storedDecimal,
  /** Whether every stored anomaly is shown. */
  all: z.boolean().default(false),
});
type CompareQuestion = z.infer<typeof compareQuestion>;
type CompareReport = Report<CompareQuestion, Comparison>;
type OneCurrency = Comparison['currencies'][number];

/** The most lines, anomalies and currencies on one card. */
const MOST = { lines: 9, anomalies: 6, currencies: 8 };
const LONGEST_PRODUCT = 80;

/** Two invoices side by side: what changed, and anomalies. */
export const comparison = defineReport<CompareQuestion, Comparison>({
  name: 'compare',
  question: compareQuestion,
  result: storedComparison,
  labels: ({ currencies, anomalies }) =>
    [...currencies.flatMap(({ by }) => Object.values(by).flat()), ...anomalies].map(({ label }) => label),
  fold: foldComparison,
  draw: async (report, { words }) => {
    const [before = '', after = ''] = report.invoices.map(({ title }) => capitalised(title));
    const title = words.markdown('reports.compare.title', { before, after });
    const card = renderReport(report, title, words, (result, share) => bodyOf(report, result, words, share));
    return { card, summary: words.plain('reports.compare.title', { before, after }) };
  },
});

const bodyOf = (report: CompareReport, result: Comparison, words: Words, share: number): ReportBody => {
  const { by } = report.question;
  const most = some(MOST.currencies, share);
  const shown = result.currencies.toSorted(mostFirst).slice(0, most);
  const left = result.currencies.length - shown.length;
  const lines = shareOut(
    shown.map((one) => one.by[by].length),
    some(MOST.lines, share),
  );
  return {
    count: countsOf(report, result, words),
    sections: [
      // In an incomplete invoice, missing products would look new or gone.
      ...(isWhole(report.state) && !isEmptyOf(report, 0) && !isEmptyOf(report, 1)
        ? anomalySections(report, result, words, share)
        : []),
      // All anomalies leave no room for anything else.
      ...(report.question.all ? [] : shown).map((one, index) => section(one, report, lines[index] ?? 1, words)),
    ],
    rounded: shown.some(({ currency, values, by: divided }) =>
      [...values, ...divided[by].flatMap((line) => line.values)].some((amount) => losesDigits(currency, amount)),
    ),
    more: dotted(
      words.markdown('reports.press'),
      left > 0 ? words.markdown('reports.moreCurrencies', { count: left }) : NO_TEXT,
    ),
    buttons: [
      ...divisionButtons(report.id, { all: comparedBy, shown: by, verb: billingVerbs.compareBy }, words),
      ...allButton(report, result, words),
    ],
  };
};

/** Shows every anomaly that was stored, or the first ones again. */
const allButton = ({ id, question }: CompareReport, { anomalies }: Comparison, words: Words): ListButton[] => {
  if (anomalies.length <= MOST.anomalies) return [];
  const { by, all } = question;
  return [
    {
      title: words.plain(all ? 'reports.anomalies.fewer' : 'reports.anomalies.all', { count: anomalies.length }),
      verb: billingVerbs.compareBy,
      data: { id, by, ...(all ? {} : { all: 'yes' }) },
    },
  ];
};

const mostFirst = byRows(({ by: { product } }: OneCurrency) => product);

const countsOf = ({ invoices }: CompareReport, { counts, pending }: Comparison, words: Words) => {
  const [before = 0, after = 0] = counts;
  const [one = '', other = ''] = invoices.map(({ title }) => capitalised(title));
  const unbilled = pending.reduce((sum, count) => sum + count, 0);
  return words.markdown('reports.compare.counts', { before, after, one, other, pending: unbilled });
};

const section = (one: OneCurrency, { id, question: { by } }: CompareReport, most: number, words: Words): Section => {
  const { currency, values } = one;
  const [before = ZERO, after = ZERO] = values;
  const all = one.by[by];
  const moved = all.filter((line) => deltaOf(line) !== ZERO);
  const still = all.filter((line) => deltaOf(line) === ZERO);
  const pressAll = (is: Within['is'], lines: readonly TallyLine[], invoice: number): LinePress =>
    pressParts(
      { id, by, currency, invoice },
      is,
      lines,
      all.filter((line) => !lines.includes(line)),
    );
  const shown = largestLines(moved, most, deltaOf);
  const press = (line: TallyLine, invoice: number): LinePress =>
    line.is === 'rest'
      ? pressAll(
          'rest',
          moved.filter((one) => one === line || !shown.includes(one)),
          invoice,
        )
      : pressPart({ id, by, currency, invoice }, line);
  const rows = shown.map((line) => ({
    ...rowOf(currency, line, words),
    ...press(line, invoiceWith(line.counts[1])),
  }));
  return {
    label: words.markdown('reports.compare.currency', { currency, by: words.plain(`reports.by.${by}`) }),
    detail: movedLine(currency, before, after, words),
    amount: formatDelta(currency, deltaOf(one), words),
    charts: [],
    rows:
      still.length === 0 || moved.length === 0
        ? rows
        : [...rows, { ...stillRow(still, words), ...pressAll('same', still, 1) }],
  };
};

type Shown = Omit<Row, keyof LinePress>;

const rowOf = (currency: string, line: TallyLine, words: Words): Shown => {
  const [before = ZERO, after = ZERO] = line.values;
  return {
    label: formatPart(line, words),
    detail: movedLine(currency, before, after, words),
    amount: formatDelta(currency, deltaOf(line), words),
    tone: 'Default',
  };
};

/** The later invoice, unless nothing of the kind is on it. */
const invoiceWith = (onLater: number | undefined): number => (onLater === 0 ? 0 : 1);

const stillRow = (lines: readonly TallyLine[], words: Words): Shown => ({
  label: words.markdown('reports.compare.unchanged', { count: lines.reduce((sum, { parts }) => sum + parts, 0) }),
  detail: NO_TEXT,
  amount: NO_TEXT,
  tone: 'Default',
});

/** The anomalies, each by the name of its rule. */
const anomalySections = (
  { id, question }: CompareReport,
  { anomalies, more, currencies }: Comparison,
  words: Words,
  share: number,
): readonly Section[] => {
  if (anomalies.length === 0) return [];
  const order = currencies.toSorted(mostFirst).map(({ currency }) => currency);
  const place = ({ currency }: Anomaly): number => order.indexOf(currency);
  const shown = anomalies
    .toSorted((one, other) => place(one) - place(other))
    .slice(0, some(question.all ? anomalies.length : MOST.anomalies, share));
  const left = anomalies.length - shown.length + more;
  return [
    {
      label: words.markdown('reports.anomalies.title', { count: anomalies.length + more }),
      detail: left > 0 ? words.markdown('reports.anomalies.more', { count: left }) : NO_TEXT,
      amount: NO_TEXT,
      charts: [],
      rows: shown.map((one) => anomalyRow(one, { id, question }, words)),
    },
  ];
};

const anomalyRow = (
  anomaly: Anomaly,
  { id, question: { least, percent } }: Pick<CompareReport, 'id' | 'question'>,
  words: Words,
): Row => {
  const { rule, label, currency, before, after } = anomaly;
  const product = oneLine(label, LONGEST_PRODUCT) || words.plain('reports.part.none');
  const money = (value: typeof least): string => plainAmount(currency, value, words);
  return {
    label: escapeMarkdown(product),
    detail: words.markdown(`reports.rule.${rule}`, {
      ...{ before: money(before), after: money(after), least: money(least), percent },
    }),
    amount:
      rule === 'refund'
        ? formatValue(currency, weightOf(anomaly), words)
        : formatDelta(currency, deltaOf({ values: [before, after] }), words),
    tone: rule !== 'refund' && deltaOf({ values: [before, after] }).startsWith('-') ? 'Good' : 'Attention',
    ...pressPart(
      { id, by: 'product', currency, invoice: rule === 'gone' ? 0 : 1 },
      { is: label === '' ? 'none' : 'part', label },
    ),
  };
};
