import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineAction, type Services } from '#features/feature.ts';
import { AppError } from '#platform/lib/errors.ts';
import { markOf, partFilter, partsConditions } from '../cards/line-press.ts';
import { AS_CHARGED, rowAt } from '../cards/transactions-card.ts';
import { exportCsv } from '../export/csv-report.ts';
import { LIST_ROWS, type ListQuery, parseListQuery, type Within, withinParts, withins } from '../invoice/list-query.ts';
import { billingAccounts, findInvoice, maySee } from '../policy.ts';
import { breakdown, brokenDownBy } from '../report/breakdown.ts';
import { comparedBy } from '../report/comparison.ts';
import { comparison } from '../report/comparison-report.ts';
import { refundsReport } from '../report/refunds-report.ts';
import type { Report, ReportKind } from '../report/report.ts';
import { dimensions } from '../report/tally.ts';
import { drawList, transactions } from '../report/transactions.ts';
import { billingVerbs } from '../verbs.ts';
import { changeQuestion, drawingOf, openReport, pressedLines, pressedReport, rereadReport } from './report-actions.ts';

const id = z.string().max(64);
const filterText = z.string().max(400).default('');
const rowName = z.string().max(200);

/** A press that changes a report's question, and so its card; nothing is read again. */
const onQuestion = <Q, R, Data extends { readonly id: string }>(
  verb: string,
  kind: ReportKind<Q, R>,
  data: z.ZodType<Data>,
  change: (question: Q, data: Data) => Q,
) =>
  defineAction({
    verb,
    repeatable: true,
    data,
    handle: (turn, pressed, services) =>
      changeQuestion(turn, services, { id: pressed.id, kind, change: (question) => change(question, pressed) }),
  });

/** Next, Previous, and the way to the list: the button has the page number, so two presses turn only once. */
export const turnPage = onQuestion(
  billingVerbs.page,
  transactions,
  z.object({ id, page: z.coerce.number().int().min(0).max(1_000_000) }),
  (question, { page }) => ({ ...question, page, face: 'list' as const, row: undefined }),
);

export const showSummary = onQuestion(billingVerbs.summary, transactions, z.object({ id }), (question) => ({
  ...question,
  face: 'summary' as const,
  row: undefined,
}));

/** Sort, filter and search from the card's inputs; with all of them empty, everything is shown. */
export const filterList = defineAction({
  verb: billingVerbs.ask,
  repeatable: true,
  data: z.object({ id, sort: filterText, filter: filterText, search: filterText, all: z.literal('yes').optional() }),
  async handle(turn, data, services) {
    const sort = data.sort === AS_CHARGED ? '' : data.sort;
    try {
      const question = parseListQuery({ ...data, sort }, services.clock.now());
      const change = ({ within }: ListQuery) => ({
        ...withinParts(question, data.all ? undefined : within),
        face: 'list' as const,
      });
      return await changeQuestion(turn, services, { id: data.id, kind: transactions, change });
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith('Billing.')) throw error;
      const report = await pressedReport(turn, services, data.id, transactions);
      if (!report) return textAnswer('billing.gone');
      // The typed text stays in the inputs, with the error above the previous page.
      const said = { filter: data.filter, search: data.search, sort };
      const shown = { ...report, question: { ...report.question, said } };
      const note = { text: turn.words.markdown(error.textKey, error.values), colour: 'Attention' };
      const { card, summary } = await drawList(shown, drawingOf(turn, services), note);
      return cardAnswer(card, summary);
    }
  },
});

/** One transaction instead of its page, with the way back. */
export const openRow = onQuestion(
  billingVerbs.row,
  transactions,
  z.object({
    id,
    row: rowName.optional(),
    number: z.coerce.number().int().min(1).max(LIST_ROWS).default(1),
  }),
  (question, { row, number }) => ({ ...question, face: 'list' as const, row: row ?? rowAt(number) }),
);

const line = z.object({
  ...{ id, row: rowName.optional(), filter: filterText },
  by: z.enum(dimensions).optional(),
  /** Marks of labels: the parts on the line, or those that are not. */
  line: z.string().max(200).default(''),
  but: z.string().max(200).optional(),
  /** Of a line with several parts. */
  is: z.enum(withins).optional(),
  parts: z.coerce.number().int().min(0).default(0),
  currency: z.string().max(20).default(''),
  invoice: z.coerce.number().int().min(0).default(0),
});

/** The labels of a pressed line; undefined when the report has no such line any more. */
const labelsOf = ({ line: marks, but }: z.infer<typeof line>, known: readonly string[]): string[] | undefined => {
  const labels = (but ?? marks).split(' ').map((mark) => known.find((label) => markOf(label) === mark));
  return labels.every((label) => label !== undefined) ? labels : undefined;
};

/** What a pressed line asks for; undefined when the report has no such line any more. */
const queryOfLine = (data: z.infer<typeof line>, known: readonly string[], now: number): ListQuery | undefined => {
  const { by, but, is, parts, currency } = data;
  const parsed = (filter: string): ListQuery => parseListQuery({ filter, sort: '', search: '' }, now);
  if (by === undefined) return parsed(data.filter);
  const labels = labelsOf(data, known);
  if (labels === undefined) return undefined;
  if (is !== undefined) {
    const conditions = partsConditions(by, labels, but !== undefined, currency);
    return withinParts(parsed(''), { is, parts, currency, conditions } satisfies Within);
  }
  const filter = partFilter(by, currency, labels[0] ?? '');
  return filter === undefined ? undefined : parsed(filter);
};

/** The transactions behind one line of a card, on a card of their own. */
export const openLine = defineAction({
  verb: billingVerbs.line,
  data: line,
  async handle(turn, data, services) {
    const pressed = await pressedLines(turn, services, data.id);
    const invoice = pressed?.invoices[data.invoice];
    const said = pressed && queryOfLine(data, pressed.labels, services.clock.now());
    if (!pressed || !invoice || !said) return textAnswer('billing.gone');
    const question = { ...said, face: 'list' as const, row: data.row };
    const { account } = pressed;
    const answer = await openReport(turn, services, transactions, { account, invoices: [invoice], question });
    return answer.kind === 'delivered' ? textAnswer('reports.opened.transactions') : answer;
  },
});

export const rereadInvoices = defineAction({
  verb: billingVerbs.again,
  repeatable: true,
  data: z.object({ id }),
  handle: (turn, data, services) => rereadReport(turn, services, data.id),
});

/** An invoice in the list of invoices. */
export const openInvoice = defineAction({
  verb: billingVerbs.open,
  data: z.object({ account: z.string().max(64), invoice: z.string().max(64) }),
  may({ who }, { account }, { policy }) {
    const found = billingAccounts(policy.current()).find(({ key }) => key === account);
    return found !== undefined && maySee(policy.current(), found, who.objectId);
  },
  handle(turn, { account, invoice }, services) {
    const found = findInvoice(services.policy.current(), turn.who.objectId, invoice, account);
    const question = parseListQuery({ filter: '', sort: '', search: '' }, services.clock.now());
    return openReport(turn, services, transactions, { account: found.account, invoices: [found.invoice], question });
  },
});

export const compareBy = onQuestion(
  billingVerbs.compareBy,
  comparison,
  z.object({ id, by: z.enum(comparedBy), all: z.literal('yes').optional() }),
  (question, { by, all }) => ({ ...question, by, all: all === 'yes' }),
);

export const breakDownBy = onQuestion(
  billingVerbs.breakdownBy,
  breakdown,
  z.object({ id, by: z.enum(brokenDownBy) }),
  (_question, { by }) => ({ by }),
);

const extraReports = ['breakdown', 'refunds', 'export'] as const;

/** Another report of a card's invoice, on a new card. */
export const openExtraReport = defineAction({
  verb: billingVerbs.make,
  data: z.object({ id, kind: z.enum(extraReports) }),
  async handle(turn, data, services) {
    const report = await pressedReport(turn, services, data.id, transactions);
    if (!report) return textAnswer('billing.gone');
    const answer = await open[data.kind](turn, services, report);
    return answer.kind === 'delivered' ? textAnswer(`reports.opened.${data.kind}`) : answer;
  },
});

type Open = (
  turn: Turn,
  services: Services,
  of: Pick<Report<unknown, unknown>, 'account' | 'invoices'>,
) => Promise<Answer>;

const open: Readonly<Record<(typeof extraReports)[number], Open>> = {
  breakdown: (turn, services, { account, invoices }) =>
    openReport(turn, services, breakdown, { account, invoices, question: { by: 'family' } }),
  refunds: (turn, services, { account, invoices }) =>
    openReport(turn, services, refundsReport, { account, invoices, question: {} }),
  export: (turn, services, { account, invoices }) =>
    openReport(turn, services, exportCsv, { account, invoices, question: { language: turn.words.locale } }),
};
