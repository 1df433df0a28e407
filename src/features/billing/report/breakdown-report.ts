import { z } from 'zod';
import { some } from '../../../cards/fit-card.ts';
import type { Words } from '../../../texts/texts.ts';
import {
  barOf,
  countsLine,
  divisionButtons,
  labelOf,
  renderFigures,
  type Section,
  sayAmount,
  shareOut,
  type Told,
} from '../cards/report-card.ts';
import { losesDigits, NONE } from '../format.ts';
import { billingVerbs } from '../verbs.ts';
import { type Breakdown, brokenDownBy, foldBreakdown, storedBreakdown, totalOf } from './breakdown.ts';
import { defineReport, type Report } from './report.ts';
import { byRows, greatest } from './tally.ts';

const breakdownQuestion = z.object({ by: z.enum(brokenDownBy) });
type BreakdownQuestion = z.infer<typeof breakdownQuestion>;
type OneCurrency = Breakdown['currencies'][number];

/** Bars and currencies on one card, where there is room for all of them. */
const MOST = { bars: 20, currencies: 8 };

/** What an invoice is made of, with a chart for each currency. */
export const breakdown = defineReport<BreakdownQuestion, Breakdown>({
  name: 'breakdown',
  question: breakdownQuestion,
  result: storedBreakdown,
  fold: foldBreakdown,
  draw: async (report, { words }) => {
    const values = titleValues(report, words);
    const title = words.markdown('figures.breakdown.title', values);
    const card = renderFigures(report, title, words, (result, share) => tell(report, result, words, share));
    return { card, summary: words.plain('figures.breakdown.title', values) };
  },
});

const titleValues = ({ invoices, question }: Report<BreakdownQuestion, Breakdown>, words: Words) => ({
  invoice: invoices[0]?.title ?? '',
  by: words.plain(`figures.by.${question.by}`),
});

const tell = (
  report: Report<BreakdownQuestion, Breakdown>,
  { currencies, count, pending }: Breakdown,
  words: Words,
  share: number,
): Told => {
  const { by } = report.question;
  const shown = currencies.toSorted(mostFirst).slice(0, some(MOST.currencies, share));
  const left = currencies.length - shown.length;
  const bars = shareOut(
    shown.map((one) => one.by[by].length),
    some(MOST.bars, share),
  );
  return {
    count: countsLine(count, pending, words),
    sections: shown.map((one, index) => section(one, by, bars[index] ?? 1, words)),
    rounded: shown.some(({ currency, value, by: divided }) =>
      [value, ...divided[by].map(totalOf)].some((amount) => losesDigits(currency, amount)),
    ),
    more: left > 0 ? words.markdown('figures.moreCurrencies', { count: left }) : NONE,
    buttons: divisionButtons(report.id, { all: brokenDownBy, shown: by, verb: billingVerbs.breakdownBy }, words),
  };
};

const mostFirst = byRows(({ by: { family } }: OneCurrency) => family);

/** A currency with a single part needs no chart: its one figure says it all. */
const section = (one: OneCurrency, by: BreakdownQuestion['by'], most: number, words: Words): Section => {
  const { currency, value } = one;
  const lines = greatest(one.by[by], most, totalOf);
  const [only] = lines;
  const title = words.plain('figures.breakdown.chart', { currency, by: words.plain(`figures.by.${by}`) });
  const single = lines.length === 1 && only !== undefined;
  return {
    label: words.markdown('figures.breakdown.currency', { currency }),
    detail: single ? words.markdown('figures.breakdown.only', { part: labelOf(only, words) }) : NONE,
    amount: sayAmount(currency, value, words),
    charts: single
      ? []
      : [
          {
            title,
            part: words.markdown('figures.breakdown.part', { by: words.plain(`figures.by.${by}`) }),
            net: words.markdown('figures.breakdown.net'),
            bars: lines.map((line) => barOf(currency, line, totalOf(line), words)),
          },
        ],
    rows: [],
  };
};
