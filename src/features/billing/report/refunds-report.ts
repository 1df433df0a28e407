import { z } from 'zod';
import { ZERO } from '#platform/lib/decimal.ts';
import { capitalised, escapeMarkdown, type Markdown, NO_TEXT, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { some } from '#teams/cards/define-card.ts';
import { pressTransaction } from '../cards/line-press.ts';
import {
  formatValue,
  plainAmount,
  type ReportBody,
  type Row,
  renderReport,
  type Section,
} from '../cards/report-card.ts';
import { formatDay, losesDigits } from '../format.ts';
import { foldRefunds, openAmount, type Refund, type Refunds, refundState, storedRefunds } from './refunds.ts';
import { defineReport } from './report.ts';

/** The most rows on one card. */
const MOST_ROWS = 15;
const LONGEST_PRODUCT = 100;

/** Requested refunds compared with paid ones. */
export const refundsReport = defineReport<Record<never, never>, Refunds>({
  name: 'refunds',
  question: z.object({}),
  result: storedRefunds,
  fold: foldRefunds,
  draw: async (report, { words }) => {
    const invoice = capitalised(report.invoices[0]?.title ?? '');
    const title = words.markdown('reports.refunds.title', { invoice });
    const card = renderReport(report, title, words, (result, share) => bodyOf(report.id, result, words, share));
    return { card, summary: words.plain('reports.refunds.title', { invoice }) };
  },
});

const bodyOf = (id: string, { currencies, refunds: all, more }: Refunds, words: Words, share: number): ReportBody => {
  const shown = all.slice(0, some(MOST_ROWS, share));
  const left = all.length - shown.length + more;
  const refundsIn = ({ currency }: { readonly currency: string }): number =>
    all.filter((refund) => currencyOf(refund) === currency).length;
  const mainFirst = currencies.toSorted((one, other) => refundsIn(other) - refundsIn(one));
  const sections = mainFirst.map((one) => section(id, one, shown, words));
  return {
    count: words.markdown('reports.refunds.count', { count: all.length + more }),
    sections,
    more: left > 0 ? words.markdown('reports.refunds.more', { count: left }) : NO_TEXT,
    buttons: [],
    rounded: currencies.some(({ currency, requested, paid, open }) =>
      [requested, paid, open].some((value) => losesDigits(currency, value)),
    ),
  };
};

/** A refund is listed under its requested currency, otherwise under its paid or billed one. */
const currencyOf = ({ requested, paid, billed }: Refund): string | undefined =>
  (requested ?? paid ?? billed[0])?.currency;

const section = (
  id: string,
  { currency, requested, paid, open }: Refunds['currencies'][number],
  shown: readonly Refund[],
  words: Words,
): Section => {
  const values = { requested: plainAmount(currency, requested, words), paid: plainAmount(currency, paid, words) };
  return {
    label: words.markdown('reports.refunds.currency', { currency }),
    detail: words.markdown('reports.refunds.requestedPaid', values),
    amount:
      open === ZERO ? NO_TEXT : words.markdown('reports.refunds.open', { amount: plainAmount(currency, open, words) }),
    charts: [],
    rows: shown.filter((refund) => currencyOf(refund) === currency).map((refund) => rowOf(id, refund, words)),
  };
};

const tones = { open: 'Attention', settled: 'Good', unsaid: 'Default' } as const;

const rowOf = (id: string, refund: Refund, words: Words): Row => {
  const standing = refundState(refund);
  const left = openAmount(refund);
  const label = oneLine(refund.product, LONGEST_PRODUCT);
  return {
    label: label === '' ? words.markdown('reports.part.none') : escapeMarkdown(label),
    detail: detailOf(refund, words),
    amount:
      left && standing === 'open'
        ? formatValue(left.currency, left.value, words)
        : words.markdown(standing === 'settled' ? 'reports.refunds.settled' : 'reports.refunds.unknown'),
    tone: tones[standing],
    ...pressTransaction(id, refund.name),
  };
};

const detailOf = ({ date, requested, paid, billed, operation }: Refund, words: Words): Markdown => {
  const said = [
    ...(date === undefined ? [] : [formatDay(date, words)]),
    ...(requested
      ? [
          words.markdown('reports.refunds.requested', {
            amount: plainAmount(requested.currency, requested.value, words),
          }),
        ]
      : []),
    ...(paid
      ? [words.markdown('reports.refunds.paid', { amount: plainAmount(paid.currency, paid.value, words) })]
      : []),
    ...billed.map(({ currency, value }) =>
      words.markdown('reports.refunds.billed', { amount: plainAmount(currency, value, words) }),
    ),
    ...(operation === undefined ? [] : [words.markdown('reports.refunds.operation', { operation })]),
  ];
  return said.join(' · ') as Markdown;
};
