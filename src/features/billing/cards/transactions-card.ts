import { z } from 'zod';
import type { InvoiceTransaction } from '#cloud/operations/billing.ts';
import { sumMoney } from '#platform/lib/money.ts';
import { cut, escapeMarkdown, type Markdown, NO_TEXT, oneLine } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { MOST_VISIBLE, visibleFirst } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { detailsView, failureDetails } from '#teams/cards/notice-card.ts';
import { button, markdown } from '#teams/cards/view.ts';
import { amountText, areBelowZero, emptyLine, formatAmounts, formatDay, progressLine } from '../format.ts';
import { odataOrder } from '../invoice/filter.ts';
import { filterKey } from '../invoice/filter-totals.ts';
import { isNarrowed, LIST_ROWS, type ListQuery, parseOrder, type Within } from '../invoice/list-query.ts';
import { amountsOf, isPending, natureOf, type Totals } from '../invoice/totals.ts';
import type { Report } from '../report/report.ts';
import type { ListPage } from '../report/transactions.ts';
import { billingVerbs } from '../verbs.ts';
import { headOf, netLine } from './summary-card.ts';

const row = z.object({
  title: markdown,
  detail: markdown,
  amount: markdown,
  tone: z.string(),
  verb: z.string(),
  data: z.record(z.string(), z.string()),
});

const controls = z
  .object({
    title: z.string(),
    sortLabel: z.string(),
    sort: z.string(),
    orders: z.array(z.object({ title: z.string(), value: z.string() })),
    filterLabel: z.string(),
    filterExample: z.string(),
    filter: z.string(),
    searchLabel: z.string(),
    search: z.string(),
    apply: z.string(),
    verb: z.string(),
    data: z.record(z.string(), z.string()),
  })
  .transform((said) => ({ ...said, submit: { verb: said.verb, ...said.data } }));

/** The way to a row by its number on the card, for clients in which no row can be pressed. */
const rowPicker = z
  .object({
    title: z.string(),
    label: z.string(),
    open: z.string(),
    verb: z.string(),
    data: z.record(z.string(), z.string()),
  })
  .transform((said) => ({ ...said, submit: { verb: said.verb, ...said.data } }));

const listView = z.object({
  overline: markdown,
  title: markdown,
  asked: markdown,
  total: markdown,
  note: markdown,
  colour: z.string(),
  ...detailsView,
  rows: z.array(row),
  more: markdown,
  /** “Sort and filter” stands beside them. */
  buttons: z.array(button).transform((buttons) => visibleFirst(buttons, MOST_VISIBLE - 1)),
  opens: z.array(rowPicker),
  asks: z.array(controls),
});

export const transactionsCard = defineCard('billing/list.json', listView);

type InvoiceReport = Report<ListQuery, Totals>;

/** A message above the page: why it is empty, or an error in the question. */
export interface ListNote {
  readonly text: Markdown;
  readonly colour: string;
}

const LONGEST = { title: 64, detail: 24, asked: 160 };

/** A page of an invoice's transactions. */
export const renderList = (
  report: InvoiceReport,
  page: ListPage | undefined,
  note: ListNote | undefined,
  words: Words,
): CardJson => fitCard((share) => transactionsCard.render(viewList(report, page, note, words, share)));

/** The card's view, with a share of its most content. */
export const viewList = (
  report: InvoiceReport,
  page: ListPage | undefined,
  note: ListNote | undefined,
  words: Words,
  share = 1,
): z.input<typeof listView> => {
  const { question, id } = report;
  const rows = page?.rows ?? [];
  const progress = progressLine(report, words);
  const nothing = page && rows.length + page.dropped === 0;
  const said = note ?? (nothing ? { text: emptyPageLine(report, page, words), colour: 'Default' } : progress);
  return {
    ...headOf(report, words),
    asked: filterLine(report, words, share),
    total: nothing ? NO_TEXT : totalLine(report, words),
    note: said.text,
    colour: said.colour,
    ...(report.state.is === 'failed' ? failureDetails(report.state.values, words) : {}),
    rows: rows.map((one, index) => rowOf(one, index + 1, { id, row: shortName(one, index, rows) }, words, share)),
    more: page === undefined || nothing ? NO_TEXT : rangeLine(page, question, words),
    buttons: buttonsOf(report, page, words),
    opens: rows.length === 0 ? [] : [rowPickerOf(id, rows.length, words)],
    asks: [controlsOf(report, words)],
  };
};

/** Rows may have been removed since: then the page is beyond the last one. */
const emptyPageLine = (report: InvoiceReport, { count }: ListPage, words: Words): Markdown =>
  report.question.page > 0 && count !== 0
    ? words.markdown('billing.empty.beyond', { count: count ?? 0 })
    : emptyLine(report, words);

/** The parts behind the pressed row that opened the list. */
const withinLine = ({ is, parts, currency, conditions }: Within, words: Words, share: number): Markdown => {
  const [part] = conditions.flatMap(({ anyOf }) => anyOf);
  const name = part?.is === 'text' ? cut(part.value, some(LONGEST.asked, share)) : '';
  return words.markdown(`billing.asked.${is}`, { parts, currency, name });
};

const filterLine = (report: InvoiceReport, words: Words, share: number): Markdown => {
  const { said } = report.question;
  const order = offeredOrder(report.question);
  const sorted = order ? words.plain(`billing.order.${order.name}`) : said.sort.replace(/^sort(ed)?( by)?\s+/i, '');
  const short = (text: string): string => cut(text, some(LONGEST.asked, share));
  const { within } = report.question;
  const parts = [
    ...(within === undefined ? [] : [withinLine(within, words, share)]),
    ...(said.filter === '' ? [] : [words.markdown('billing.asked.filter', { said: short(said.filter) })]),
    ...(said.search === '' ? [] : [words.markdown('billing.asked.search', { said: short(oneLine(said.search)) })]),
    ...(said.sort === '' ? [] : [words.markdown('billing.asked.sort', { said: short(sorted) })]),
  ];
  return (parts.length > 0 ? parts.join(' · ') : netLine(report, words)) as Markdown;
};

/** What the rows of the filter come to, on all pages. */
const totalLine = ({ question, filtered }: InvoiceReport, words: Words): Markdown => {
  const of = filterKey(question);
  if (of === undefined) return NO_TEXT;
  if (filtered?.of !== of) return words.markdown('billing.filter.reading');
  if (filtered.currencies.length === 0) return NO_TEXT;
  const { count, whole } = filtered;
  const amounts = filtered.currencies.map(({ currency, amount }) => amountText({ currency, value: amount }, words));
  return words.markdown('billing.filter.total', { count, whole: whole ? 'yes' : 'no', amounts: amounts.join(' · ') });
};

const rowOf = (
  transaction: InvoiceTransaction,
  place: number,
  data: { readonly id: string; readonly row: string },
  words: Words,
  share: number,
) => {
  const { date, productFamily = '' } = transaction;
  const amounts = sumMoney(amountsOf(transaction));
  const nature = natureOf(transaction);
  const detail = [
    escapeMarkdown(new Intl.NumberFormat(words.formatLocale).format(place)),
    ...(date === undefined ? [] : [formatDay(date, words)]),
    ...(nature === 'charge' ? [] : [words.markdown(`billing.nature.${nature}`)]),
    ...(isPending(transaction) ? [words.markdown('billing.card.pending')] : []),
    ...(productFamily === '' ? [] : [escapeMarkdown(cut(oneLine(productFamily), some(LONGEST.detail, share)))]),
  ];
  return {
    title: escapeMarkdown(cut(titleOf(transaction), some(LONGEST.title, share))),
    detail: detail.join(' · ') as Markdown,
    amount: amounts.length === 0 ? ('–' as Markdown) : formatAmounts(amounts, words),
    tone: areBelowZero(amounts) ? 'Good' : 'Default',
    verb: billingVerbs.row,
    data,
  };
};

/** Twenty full names take a tenth of a card: the beginning of a name is enough if no other row begins with it. */
const shortName = ({ name }: InvoiceTransaction, index: number, rows: readonly InvoiceTransaction[]): string => {
  const start = name.slice(0, SHORT_NAME);
  if (rows.filter((row) => row.name.startsWith(start)).length === 1) return start;
  return name.length > LONGEST_NAME ? rowAt(index + 1) : name;
};
/** Of a name in a row's data; a longer one gives way to the row's place. */
const LONGEST_NAME = 40;
const SHORT_NAME = 8;

/** A row by its position on the page, from 1, instead of its name. */
export const rowAt = (place: number): string => `#${place}`;

/** The row of a page that a press names. */
export const rowNamed = (rows: readonly InvoiceTransaction[], short: string): InvoiceTransaction | undefined => {
  const found = rows.filter((row, index) => row.name === short || rowAt(index + 1) === short || startsSo(row, short));
  return found.length === 1 ? found[0] : undefined;
};

const startsSo = ({ name }: InvoiceTransaction, short: string): boolean =>
  short.length >= SHORT_NAME && name.startsWith(short);

/** The description of a transaction, from its own fields. */
export const titleOf = ({
  productDescription,
  productType,
  productFamily,
  transactionType,
  name,
}: InvoiceTransaction): string =>
  oneLine(productDescription ?? productType ?? productFamily ?? transactionType ?? name);

const rangeLine = ({ rows, dropped, count, more }: ListPage, { page }: ListQuery, words: Words): Markdown => {
  const stand = rows.length + dropped;
  const from = page * LIST_ROWS + 1;
  const said =
    page === 0 && !more
      ? words.markdown('billing.card.all', { count: stand })
      : words.markdown('billing.card.page', { from, to: from + stand - 1, count: count ?? 0 });
  const unread = dropped === 0 ? [] : [words.markdown('billing.why.unread', { count: dropped })];
  const hint = rows.length === 0 ? [] : [words.markdown('billing.card.press')];
  return [said, ...unread, ...hint].join(' · ') as Markdown;
};

const buttonsOf = ({ id, question }: InvoiceReport, page: ListPage | undefined, words: Words): ListButton[] => {
  const turnTo = (to: number, name: TextName<'billing.button'>): ListButton => ({
    title: words.plain(`billing.button.${name}`),
    verb: billingVerbs.page,
    data: { id, page: to },
  });
  return [
    ...(question.page > 0 && page?.rows.length === 0 ? [turnTo(0, 'first')] : []),
    ...(question.page > 0 && page?.rows.length !== 0 ? [turnTo(question.page - 1, 'previous')] : []),
    ...(page?.more ? [turnTo(question.page + 1, 'next')] : []),
    ...(page ? [] : [turnTo(question.page, 'again')]),
    ...(question.within || (isNarrowed(question) && page?.rows.length === 0)
      ? [{ title: words.plain('billing.button.all'), verb: billingVerbs.ask, data: { id, all: 'yes' } }]
      : []),
    { title: words.plain('billing.button.summary'), verb: billingVerbs.summary, data: { id } },
  ];
};

/** The orders in the card's list, by their words; another typed order is added. */
const OFFERED_ORDERS = [
  { name: 'asCharged', said: '' },
  { name: 'largest', said: 'largest' },
  { name: 'smallest', said: 'smallest' },
  { name: 'newest', said: 'newest' },
  { name: 'oldest', said: 'oldest' },
  { name: 'product', said: 'product' },
  { name: 'family', said: 'family,product' },
] as const;

/** The equal order in the card's list, whatever its words. */
const offeredOrder = ({ orders }: ListQuery) =>
  OFFERED_ORDERS.find(({ said }) => odataOrder(parseOrder(said)) === odataOrder(orders));

const rowPickerOf = (id: string, most: number, words: Words) => ({
  title: words.plain('billing.button.details'),
  label: words.plain('billing.ask.row', { most }),
  open: words.plain('billing.button.open'),
  verb: billingVerbs.row,
  data: { id },
});

const controlsOf = ({ id, question }: InvoiceReport, words: Words) => {
  const { said } = question;
  const known = offeredOrder(question);
  const sort = known?.said ?? said.sort;
  return {
    title: words.plain('billing.button.ask'),
    sortLabel: words.plain('billing.ask.sort'),
    sort: sort === '' ? AS_CHARGED : sort,
    orders: [
      ...OFFERED_ORDERS.map(({ name, said: value }) => ({
        title: words.plain(`billing.order.${name}`),
        value: value === '' ? AS_CHARGED : value,
      })),
      ...(known ? [] : [{ title: said.sort, value: said.sort }]),
    ],
    filterLabel: words.plain('billing.ask.filter'),
    filterExample: words.plain('billing.ask.example'),
    filter: said.filter,
    searchLabel: words.plain('billing.ask.search'),
    search: said.search,
    apply: words.plain('billing.button.apply'),
    verb: billingVerbs.ask,
    data: { id },
  };
};

/** What the choice “as charged” sends: a choice with an empty value shows as none chosen. */
export const AS_CHARGED = '-';
