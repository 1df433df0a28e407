import { z } from 'zod';
import { type Decimal, negateDecimal, ZERO } from '#platform/lib/decimal.ts';
import { capitalised, cut, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { placedButtons } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { markdown } from '#teams/cards/view.ts';
import { amountText, emptyLine, formatAmount, isWhole, losesDigits, progressLine } from '../format.ts';
import type { ListQuery } from '../invoice/list-query.ts';
import type { CurrencyTotals, Totals } from '../invoice/totals.ts';
import type { Report } from '../report/report.ts';
import { billingVerbs } from '../verbs.ts';

const line = z.object({ label: markdown, amount: markdown });
const summaryView = z.object({
  overline: markdown,
  title: markdown,
  count: markdown,
  opens: z.array(z.object({ label: markdown, verb: z.string(), data: z.record(z.string(), z.string()) })),
  progress: markdown,
  colour: z.string(),
  totals: z.array(z.object({ label: markdown, net: markdown, lines: z.array(line) })),
  buttons: placedButtons,
});

export const summaryCard = defineCard('billing/summary.json', summaryView);

type InvoiceReport = Report<ListQuery, Totals>;

const LONGEST_TITLE = 60;
/** The most currencies with all figures; with more, each has only its net amount. */
const MOST_DETAILED = 8;

/** An invoice's totals in each currency, as far as it is read. */
export const renderInvoice = (report: InvoiceReport, words: Words): CardJson =>
  fitCard((share) => summaryCard.render(viewInvoice(report, words, share)));

/** The card's view, with a share of its most content. */
export const viewInvoice = (report: InvoiceReport, words: Words, share = 1): z.input<typeof summaryView> => {
  const { state } = report;
  const totals = state.is === 'read' ? state.result : undefined;
  const progress = progressLine(report, words);
  const empty = totals?.count === 0 && isWhole(state) ? emptyLine(report, words) : NO_TEXT;
  return {
    ...headOf(report, words),
    count: totals === undefined || totals.count === 0 ? NO_TEXT : countLine(totals, words),
    opens: totals === undefined ? [] : countsOf(report.id, totals, words),
    progress: empty === NO_TEXT ? progress.text : empty,
    colour: empty === NO_TEXT ? progress.colour : 'Default',
    totals: (totals?.currencies ?? []).map((one, index) =>
      currencyView(one, words, index < some(MOST_DETAILED, share)),
    ),
    buttons: buttonsOf(report, words),
  };
};

/** The first lines of every card about one invoice. */
export const headOf = ({ account, invoices }: Pick<InvoiceReport, 'account' | 'invoices'>, words: Words) => {
  const { title = '', id = '' } = invoices[0] ?? {};
  const named = title === id ? id : `${capitalised(cut(title, LONGEST_TITLE))} · ${id}`;
  return {
    overline: words.markdown('billing.card.account', { account: account.title }),
    title: words.markdown('billing.card.invoice', { invoice: named }),
  };
};

/** What was counted, each with the filter that lists the same transactions. */
const countsOf = (id: string, { pending, refunds }: Totals, words: Words) => {
  const opening = (name: TextName<'billing.counted'>, count: number, filter: string) =>
    count === 0
      ? []
      : [{ label: words.markdown(`billing.counted.${name}`, { count }), verb: billingVerbs.ask, data: { id, filter } }];
  return [...opening('pending', pending, 'pending'), ...opening('refunds', refunds, 'refunds')];
};

const countLine = (totals: Totals, words: Words): Markdown => {
  const { count, pending } = totals;
  const said = words.markdown('billing.card.count', { count, state: pending > 0 ? 'provisional' : 'billed' });
  return isRounded(totals) ? (`${said}\n\n${words.markdown('billing.card.rounded')}` as Markdown) : said;
};

/** Whether the rounded figures may not add up to the last digit. */
const isRounded = ({ currencies }: Totals): boolean =>
  currencies.some(({ currency, rows: _rows, ...figures }) =>
    Object.values(figures).some((value) => losesDigits(currency, value)),
  );

const currencyView = (totals: CurrencyTotals, words: Words, detailed: boolean) => {
  const { currency } = totals;
  const money = (value: Decimal): Markdown => formatAmount({ currency, value }, words);
  const named = (name: TextName<'billing.totals'>, value: Decimal, always = false) =>
    always || value !== ZERO ? [{ label: words.markdown(`billing.totals.${name}`), amount: money(value) }] : [];
  return {
    label: words.markdown('billing.totals.net', { currency }),
    net: money(totals.net),
    lines: detailed
      ? [
          ...named('charged', totals.charged, true),
          ...named('credits', negateDecimal(totals.credits)),
          ...named('refunded', negateDecimal(totals.refunded)),
          ...named('requested', totals.requested),
          ...named('paid', totals.paid),
          ...named('tax', totals.tax),
          ...named('unbilled', totals.unbilled),
        ]
      : [],
  };
};

const buttonsOf = ({ id, state }: InvoiceReport, words: Words): ListButton[] => {
  const list = { title: words.plain('billing.button.list'), verb: billingVerbs.page, data: { id, page: 0 } };
  const again = { title: words.plain('billing.button.again'), verb: billingVerbs.again, data: { id } };
  if (state.is === 'failed') return [again];
  if (state.is === 'reading') return [list];
  const { count } = state.result;
  return [
    ...(count > 0 || !isWhole(state) ? [list] : []),
    ...(isWhole(state) && count > 0 ? [] : [again]),
    ...(count > 0 ? reportButtons(id, words) : []),
  ];
};

/** Buttons for other reports of an invoice, each on a new card. */
const reportButtons = (id: string, words: Words): ListButton[] => [
  { title: words.plain('reports.button.breakdown'), verb: billingVerbs.make, data: { id, kind: 'breakdown' } },
  { title: words.plain('reports.button.export'), verb: billingVerbs.make, data: { id, kind: 'export' } },
  { title: words.plain('reports.button.refunds'), verb: billingVerbs.make, data: { id, kind: 'refunds' } },
];

/** An invoice's totals on one line, above a list of its transactions. */
export const netLine = ({ state }: InvoiceReport, words: Words): Markdown => {
  if (state.is !== 'read' || !isWhole(state) || state.result.currencies.length === 0) return NO_TEXT;
  const { count, currencies } = state.result;
  const amounts = currencies.map(({ currency, net }) => amountText({ currency, value: net }, words)).join(' · ');
  return words.markdown('billing.card.net', { count, amounts });
};
