import { z } from 'zod';
import { ZERO } from '#platform/lib/decimal.ts';
import { capitalised, dotted, escapeMarkdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { some } from '#teams/cards/define-card.ts';
import { type LinePress, pressPart, pressParts } from '../cards/line-press.ts';
import {
  barOf,
  countsLine,
  divisionButtons,
  formatPart,
  formatValue,
  labelOf,
  type ReportBody,
  type Row,
  renderReport,
  type Section,
  shareOut,
} from '../cards/report-card.ts';
import { losesDigits, shareOf } from '../format.ts';
import { isPending, storedDecimal } from '../invoice/totals.ts';
import { billingVerbs } from '../verbs.ts';
import { defineReport, type Report, type ReportFold } from './report.ts';
import { byRows, createTally, divisionOf, largestLines, netOf, storedLine, sumOf, type TallyLine } from './tally.ts';

/** The divisions of an invoice. */
export const brokenDownBy = ['family', 'section', 'kind', 'customer'] as const;
type BrokenDownBy = (typeof brokenDownBy)[number];

const lines = z.array(storedLine);

const storedBreakdown = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Net: the lines of each division have the same sum. */
      value: storedDecimal,
      by: z.object({ family: lines, section: lines, kind: lines, customer: lines }),
    }),
  ),
  count: z.int(),
  /** Unbilled transactions. */
  pending: z.int(),
});
type Breakdown = z.infer<typeof storedBreakdown>;

/** The most lines of one division in one currency; the others are summed as one. */
const MOST_LINES = 10;

/** All divisions at once, so that another one can be shown without another reading. */
export const foldBreakdown = (): ReportFold<Breakdown> => {
  const tallies = new Map(brokenDownBy.map((by) => [by, createTally(1)]));
  let count = 0;
  let pending = 0;
  return {
    take(row) {
      count += 1;
      if (isPending(row)) pending += 1;
      const amounts = netOf(row);
      for (const [by, tally] of tallies) {
        for (const amount of amounts) tally.add(divisionOf(by, row), 0, amount);
      }
    },
    end() {
      const divided = new Map([...tallies].map(([by, tally]) => [by, tally.lines()]));
      const kept = (by: BrokenDownBy, currency: string): TallyLine[] => {
        const own = divided.get(by)?.find((one) => one.currency === currency)?.lines ?? [];
        return [...largestLines(own, MOST_LINES, totalOf)];
      };
      const currencies = (divided.get('family') ?? []).map(({ currency, lines: all }) => ({
        currency,
        value: sumOf(all, 1)[0] ?? ZERO,
        by: {
          family: kept('family', currency),
          section: kept('section', currency),
          kind: kept('kind', currency),
          customer: kept('customer', currency),
        },
      }));
      return { currencies, count, pending };
    },
  };
};

export const totalOf = ({ values: [value = ZERO] }: Pick<TallyLine, 'values'>) => value;

const breakdownQuestion = z.object({ by: z.enum(brokenDownBy) });
type BreakdownQuestion = z.infer<typeof breakdownQuestion>;
type OneCurrency = Breakdown['currencies'][number];

/** The most bars and currencies on one card. */
const MOST = { bars: 16, currencies: 8 };

/** The breakdown of an invoice, with a chart for each currency. */
export const breakdown = defineReport<BreakdownQuestion, Breakdown>({
  name: 'breakdown',
  question: breakdownQuestion,
  result: storedBreakdown,
  labels: ({ currencies }) => currencies.flatMap(({ by }) => Object.values(by).flat()).map(({ label }) => label),
  fold: foldBreakdown,
  draw: async (report, { words }) => {
    const values = titleValues(report, words);
    const title = words.markdown('reports.breakdown.title', values);
    const card = renderReport(report, title, words, (result, share) => bodyOf(report, result, words, share));
    return { card, summary: words.plain('reports.breakdown.title', values) };
  },
});

const titleValues = ({ invoices, question }: Report<BreakdownQuestion, Breakdown>, words: Words) => ({
  invoice: capitalised(invoices[0]?.title ?? ''),
  by: words.plain(`reports.by.${question.by}`),
});

const bodyOf = (
  report: Report<BreakdownQuestion, Breakdown>,
  { currencies, count, pending }: Breakdown,
  words: Words,
  share: number,
): ReportBody => {
  const { by } = report.question;
  const shown = currencies.toSorted(mostFirst).slice(0, some(MOST.currencies, share));
  const left = currencies.length - shown.length;
  const bars = shareOut(
    shown.map((one) => one.by[by].length),
    some(MOST.bars, share),
  );
  return {
    count: countsLine(count, pending, words),
    sections: shown.map((one, index) => section(one, report, bars[index] ?? 1, words)),
    rounded: shown.some(({ currency, value, by: divided }) =>
      [value, ...divided[by].map(totalOf)].some((amount) => losesDigits(currency, amount)),
    ),
    more: dotted(
      words.markdown('reports.press'),
      left > 0 ? words.markdown('reports.moreCurrencies', { count: left }) : NO_TEXT,
    ),
    buttons: divisionButtons(report.id, { all: brokenDownBy, shown: by, verb: billingVerbs.breakdownBy }, words),
  };
};

const mostFirst = byRows(({ by: { family } }: OneCurrency) => family);

/** A currency with a single part needs no chart. */
const section = (
  one: OneCurrency,
  { id, question: { by } }: Report<BreakdownQuestion, Breakdown>,
  most: number,
  words: Words,
): Section => {
  const { currency, value } = one;
  const lines = largestLines(one.by[by], most, totalOf);
  const [only] = lines;
  const title = words.plain('reports.breakdown.chart', { currency, by: words.plain(`reports.by.${by}`) });
  // A bar has no length below 0: such a part stands in the rows only.
  const drawn = lines.filter((line) => !totalOf(line).startsWith('-'));
  const single = lines.length === 1 && only !== undefined;
  return {
    label: words.markdown('reports.breakdown.currency', { currency }),
    detail: single ? words.markdown('reports.breakdown.only', { part: labelOf(only, words) }) : NO_TEXT,
    amount: formatValue(currency, value, words),
    charts: single
      ? []
      : [
          {
            title,
            heading: escapeMarkdown(title),
            bars: drawn.map((line) => barOf(currency, line, totalOf(line), words)),
          },
        ],
    rows: single
      ? []
      : lines.map((line) => ({
          ...rowOf(line, one, words),
          ...(line.is === 'rest'
            ? pressParts(
                { id, by, currency },
                'rest',
                [line],
                lines.filter((other) => other !== line),
              )
            : pressPart({ id, by, currency }, line)),
        })),
  };
};

/** A part with its share of the net; an amount of another sign than the net is no share of it. */
const rowOf = (line: TallyLine, { currency, value: net }: OneCurrency, words: Words): Omit<Row, keyof LinePress> => {
  const value = totalOf(line);
  const [count = 0] = line.counts;
  const share = value.startsWith('-') === net.startsWith('-') ? shareOf(value, net, words) : undefined;
  return {
    label: formatPart(line, words),
    detail:
      share === undefined
        ? words.markdown('reports.breakdown.count', { count })
        : words.markdown('reports.breakdown.share', { share, count }),
    amount: formatValue(currency, value, words),
    tone: 'Default',
  };
};
