import { z } from 'zod';
import { some } from '../../../cards/fit-card.ts';
import { ZERO } from '../../../lib/decimal.ts';
import { escapeMarkdown, type Markdown, oneLine } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { type Row, renderFigures, type Section, sayAmount, sayPlain, type Told } from '../cards/report-card.ts';
import { losesDigits, NONE, sayDay } from '../format.ts';
import { foldRefunds, leftOf, type Refund, type Refunds, standingOf, storedRefunds } from './refunds.ts';
import { defineReport } from './report.ts';

/** Rows on one card, where there is room for all of them. */
const MOST_ROWS = 15;
const LONGEST_PRODUCT = 100;

/** What was asked back, against what was paid. */
export const refundsReport = defineReport<Record<never, never>, Refunds>({
  name: 'refunds',
  question: z.object({}),
  result: storedRefunds,
  fold: foldRefunds,
  draw: async (report, { words }) => {
    const invoice = report.invoices[0]?.title ?? '';
    const title = words.markdown('figures.refunds.title', { invoice });
    const card = renderFigures(report, title, words, (result, share) => tell(result, words, share));
    return { card, summary: words.plain('figures.refunds.title', { invoice }) };
  },
});

const tell = ({ currencies, refunds: all, more }: Refunds, words: Words, share: number): Told => {
  const shown = all.slice(0, some(MOST_ROWS, share));
  const left = all.length - shown.length + more;
  const sections = currencies.map((one) => section(one, shown, words));
  return {
    count: words.markdown('figures.refunds.count', { count: all.length + more }),
    sections,
    more: left > 0 ? words.markdown('figures.refunds.more', { count: left }) : NONE,
    buttons: [],
    rounded: currencies.some(({ currency, requested, paid, open }) =>
      [requested, paid, open].some((value) => losesDigits(currency, value)),
    ),
  };
};

/** A refund stands under the currency that it was asked for in, else under that in which it was paid or billed. */
const currencyOf = ({ requested, paid, billed }: Refund): string | undefined =>
  (requested ?? paid ?? billed[0])?.currency;

const section = (
  { currency, requested, paid, open }: Refunds['currencies'][number],
  shown: readonly Refund[],
  words: Words,
): Section => {
  const values = { requested: sayPlain(currency, requested, words), paid: sayPlain(currency, paid, words) };
  return {
    label: words.markdown('figures.refunds.currency', { currency }),
    detail: words.markdown('figures.refunds.requestedPaid', values),
    amount: open === ZERO ? NONE : words.markdown('figures.refunds.open', { amount: sayPlain(currency, open, words) }),
    charts: [],
    rows: shown.filter((refund) => currencyOf(refund) === currency).map((refund) => rowOf(refund, words)),
  };
};

const tones = { open: 'Attention', settled: 'Good', unsaid: 'Default' } as const;

const rowOf = (refund: Refund, words: Words): Row => {
  const standing = standingOf(refund);
  const left = leftOf(refund);
  const label = oneLine(refund.product, LONGEST_PRODUCT);
  return {
    label: label === '' ? words.markdown('figures.part.none') : escapeMarkdown(label),
    detail: detailOf(refund, words),
    amount:
      left && standing === 'open'
        ? sayAmount(left.currency, left.value, words)
        : words.markdown(standing === 'settled' ? 'figures.refunds.settled' : 'figures.refunds.unsaid'),
    tone: tones[standing],
  };
};

const detailOf = ({ date, requested, paid, billed, operation }: Refund, words: Words): Markdown => {
  const said = [
    ...(date === undefined ? [] : [sayDay(date, words)]),
    ...(requested
      ? [words.markdown('figures.refunds.requested', { amount: sayPlain(requested.currency, requested.value, words) })]
      : []),
    ...(paid ? [words.markdown('figures.refunds.paid', { amount: sayPlain(paid.currency, paid.value, words) })] : []),
    ...billed.map(({ currency, value }) =>
      words.markdown('figures.refunds.billed', { amount: sayPlain(currency, value, words) }),
    ),
    ...(operation === undefined ? [] : [words.markdown('figures.refunds.operation', { operation })]),
  ];
  return said.join(' · ') as Markdown;
};
