import { z } from 'zod';
import { type Decimal, subtractDecimals, ZERO } from '#platform/lib/decimal.ts';
import { roundMoney } from '#platform/lib/money.ts';
import { escapeMarkdown, type Markdown, NO_TEXT, oneLine } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { placedButtons } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard } from '#teams/cards/define-card.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { detailsView, failureDetails } from '#teams/cards/notice-card.ts';
import { markdown } from '#teams/cards/view.ts';
import { amountText, changeOf, emptyInvoice, isWhole, progressLine } from '../format.ts';
import type { Report } from '../report/report.ts';
import type { TallyLine } from '../report/tally.ts';
import { billingVerbs } from '../verbs.ts';

const row = z.object({
  label: markdown,
  detail: markdown,
  amount: markdown,
  tone: z.string(),
  /** What pressing it sends. */
  verb: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** A bar is drawn from a double: exact amounts are in the rows below the chart, also for clients without charts. */
const chart = z.object({
  title: z.string(),
  heading: markdown,
  bars: z.array(z.object({ label: z.string(), value: z.number() })),
});

export const reportView = z.object({
  overline: markdown,
  title: markdown,
  count: markdown,
  progress: markdown,
  colour: z.string(),
  ...detailsView,
  sections: z.array(
    z.object({ label: markdown, detail: markdown, amount: markdown, charts: z.array(chart), rows: z.array(row) }),
  ),
  more: markdown,
  buttons: placedButtons,
});
export type ReportView = z.input<typeof reportView>;
export type Section = ReportView['sections'][number];
export type Row = Section['rows'][number];

/** Figures of whole invoices, by currency: a comparison, breakdown or refunds. */
export const reportCard = defineCard('billing/report.json', reportView);

/** The content for a kind's result, with a share of its most content. */
export type ReportBody = Pick<ReportView, 'count' | 'sections' | 'more' | 'buttons'> & {
  /** Whether an amount is shown rounded. */
  readonly rounded?: boolean;
};

/** Whether an invoice of the report was read completely but is empty: then its reason is shown, and no differences. */
export const isEmptyOf = ({ state }: Pick<Report<unknown, unknown>, 'state'>, index: number): boolean => {
  const end = state.is === 'read' ? state.ends[index] : undefined;
  return end?.complete === true && end.rows === 0;
};

/**
 * The card of a report in each of its states.
 * @param bodyOf called where there is a result
 */
export const renderReport = <Q, R>(
  report: Report<Q, R>,
  title: Markdown,
  words: Words,
  bodyOf: (result: R, share: number) => ReportBody,
): CardJson => {
  const { state, account, invoices } = report;
  const { text, colour } = progressLine(report, words);
  const empty = invoices.filter((_, index) => isEmptyOf(report, index));
  const reasons = empty.map(({ title: invoice }) => emptyInvoice(account, invoice, words));
  const progress = [text, ...reasons].filter((line) => line !== NO_TEXT).join('\n\n') as Markdown;
  const head = {
    overline: words.markdown('billing.card.account', { account: account.title }),
    title,
    progress,
    colour,
  };
  const details = state.is === 'failed' ? failureDetails(state.values, words) : {};
  const again = { title: words.plain('billing.button.again'), verb: billingVerbs.again, data: { id: report.id } };
  const retry = state.is !== 'reading' && (!isWhole(state) || empty.length > 0) ? [again] : [];
  const bare: ReportBody = { count: NO_TEXT, sections: [], more: NO_TEXT, buttons: retry };
  if (state.is !== 'read' || empty.length === invoices.length)
    return reportCard.render({ ...head, ...details, ...bare });
  return fitCard((share) => {
    const { rounded = false, more, buttons, ...body } = bodyOf(state.result, share);
    const lines = [more, ...(rounded ? [words.markdown('billing.card.rounded')] : [])];
    return reportCard.render({
      ...{ ...head, ...body },
      more: lines.filter((line) => line !== NO_TEXT).join('\n\n') as Markdown,
      buttons: [...retry, ...buttons],
    });
  });
};

/** The most characters of a label on a card, and on a bar. */
const LONGEST = { label: 80, bar: 40 };

/** The name of an invoice's part as plain text; for parts without a name, and for the rest, a description. */
export const labelOf = ({ is, label, parts }: TallyLine, words: Words): string => {
  if (is === 'none') return words.plain('reports.part.none');
  if (is === 'rest') return words.plain('reports.part.rest', { parts });
  return oneLine(label, LONGEST.label);
};

export const formatPart = (line: TallyLine, words: Words): Markdown => escapeMarkdown(labelOf(line, words));

/** For values of a text, which are escaped there. */
export const plainAmount = (currency: string, value: Decimal, words: Words): string =>
  amountText({ currency, value }, words);

export const formatValue = (currency: string, value: Decimal, words: Words): Markdown =>
  escapeMarkdown(plainAmount(currency, value, words));

/** With a plus before positive amounts. */
export const formatDelta = (currency: string, value: Decimal, words: Words): Markdown => {
  const rounded = roundMoney({ currency, value }).value;
  const said = plainAmount(currency, value, words);
  return escapeMarkdown(rounded.startsWith('-') || rounded === ZERO ? said : `+${said}`);
};

/** One bar; nothing is drawn of a negative amount. */
export const barOf = (
  currency: string,
  line: TallyLine,
  value: Decimal,
  words: Words,
): Section['charts'][number]['bars'][number] => ({
  label: oneLine(labelOf(line, words), LONGEST.bar),
  value: Math.max(0, Number(roundMoney({ currency, value }).value)),
});

/** Two amounts and how far the first one moved. */
export const movedLine = (currency: string, before: Decimal, after: Decimal, words: Words): Markdown => {
  const delta = subtractDecimals(after, before);
  const change = delta === ZERO ? undefined : changeOf(delta, before, words);
  return words.markdown('reports.compare.fromTo', {
    before: plainAmount(currency, before, words),
    after: plainAmount(currency, after, words),
    change: change ?? '',
    known: change === undefined ? 'no' : 'yes',
  });
};

export const countsLine = (count: number, pending: number, words: Words): Markdown =>
  words.markdown('reports.count', { count, pending, state: pending > 0 ? 'provisional' : 'billed' });

/** Buttons to the other divisions of the same figures. */
export const divisionButtons = <By extends TextName<'reports.by'>>(
  id: string,
  { all, shown, verb }: { readonly all: readonly By[]; readonly shown: By; readonly verb: string },
  words: Words,
): ListButton[] =>
  all
    .filter((by) => by !== shown)
    .map((by) => ({
      title: words.plain('reports.button.by', { by: words.plain(`reports.by.${by}`) }),
      verb,
      data: { id, by },
    }));

/** Divides the available lines among the sections: each gets at least one, and long ones get what short ones leave. */
export const shareOut = (wanted: readonly number[], room: number): readonly number[] => {
  const given = wanted.map(() => 1);
  let left = room;
  const order = wanted.map((lines, index) => ({ lines, index })).toSorted((one, other) => one.lines - other.lines);
  for (const [place, { lines, index }] of order.entries()) {
    const share = Math.max(1, Math.min(lines, Math.floor(left / (order.length - place))));
    given[index] = share;
    left -= share;
  }
  return given;
};
