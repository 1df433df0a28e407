import type { Values } from '#bot/arguments/argument.ts';
import { choice, list, name, recognised, text } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { AppError, type TextName, type TextValues } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import { renderInvoices, renderKnownInvoices } from '../cards/invoices-card.ts';
import { exportCsv } from '../export/csv-report.ts';
import { textOf, tokensOf } from '../invoice/filter.ts';
import { listWordsStart, parseListQuery, splitListWords } from '../invoice/list-query.ts';
import { accountsFor, exampleNames, type FoundInvoice, findInvoice, mayBeShownIn, UnknownInvoice } from '../policy.ts';
import { breakdown, brokenDownBy } from '../report/breakdown.ts';
import { refundsReport } from '../report/refunds-report.ts';
import type { ReportKind } from '../report/report.ts';
import { transactions } from '../report/transactions.ts';
import { openReport, sharedConversation } from './report-actions.ts';

const invoice = name('invoice');
export const account = name('account').after('of');
export const division = choice('division').after('by').shownAs('NAME');
const oneInvoice = { invoice: invoice.first(), account };
const dividedInvoice = { invoice: invoice.first(), by: division, account };
export type ReportCommand = Values<typeof dividedInvoice>;

/** Answers with the known invoices on buttons where the one that was named is not known. */
export const orKnownInvoices = async (
  turn: Turn,
  command: (found: FoundInvoice, written: string) => string,
  open: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof UnknownInvoice)) throw error;
    const summary = turn.words.plain('billing.invoices.unknown', { said: String(error.values['said']) });
    return cardAnswer(renderKnownInvoices(error, command, turn.words), summary);
  }
};

/** What narrows a list of transactions; its fields and conditions have their own words. */
const narrowing = {
  notFamily: list('family').ledBy('without').printedAfter('not family'),
  family: list('family').after('family'),
  notKind: choice('charge').ledBy('without').printedAfter('not kind'),
  kind: choice('charge').printedAfter('kind'),
  over: recognised('over').after('over').shownAs('AMOUNT'),
  under: recognised('under').after('under').shownAs('AMOUNT'),
  refunds: choice('refunds'),
  pending: choice('pending'),
  since: recognised('since').printedAfter('since'),
  until: recognised('until').printedAfter('until'),
  sort: choice('sort').printedAfter('sort by').after('sort').shownAs('ORDER'),
  search: recognised('quoted').or(choice('search')).after('search').shownAs('TEXT'),
};

const listWordsIn = (typed: string): { readonly index: number } | null => {
  const index = listWordsStart(typed);
  return index === undefined ? null : { index };
};

export const transactionsCommand = defineCommand({
  name: 'transactions',
  aliases: ['invoice', 'invoices', 'my invoices', 'billing transactions', 'invoice transactions'],
  area: 'billing',
  effect: 'shows',
  takes: {
    invoice: invoice.first().orUnknown(),
    account: account.after('of', 'for').orUnknown(),
    narrowed: text.with({ startsAt: { exec: listWordsIn }, parts: narrowing }),
  },
  menu: ['personal'],
  example: 'transactions november family Compute over 100 sort by amount',
  says: 'example',
  async run(turn, { invoice, account: of, narrowed = '' }, services) {
    const policy = services.policy.current();
    const { objectId } = turn.who;
    if (invoice === undefined) {
      const accounts = accountsFor(policy, objectId).filter((account) =>
        mayBeShownIn(policy, account, sharedConversation(turn)),
      );
      const card = renderInvoices(accounts, turn.words);
      return cardAnswer(card, turn.words.plain('billing.invoices.title'));
    }
    const said = splitListWords(narrowed);
    const rest = [said.filter, said.sort, said.search && `search ${said.search}`]
      .filter((words) => words !== '')
      .join(' ');
    const command = (known: FoundInvoice): string =>
      `transactions "${known.invoice.title}" of ${known.account.key} ${rest}`.trim();
    return orKnownInvoices(turn, command, async () => {
      const found = findNamed(turn, services, { invoice, account: of });
      const question = parseListQuery(said, services.clock.now());
      return openReport(turn, services, transactions, { account: found.account, invoices: [found.invoice], question });
    });
  },
});

const LONGEST = 60;

/** The error for an argument that cannot be parsed, by the name of its text. */
export const refuseCommand = (what: TextName<'reports.refused'>, values: TextValues = {}): AppError =>
  new AppError({ code: 'Billing.Words', text: `reports.refused.${what}`, values });

/** @throws AppError that describes the name of an invoice */
export const findNamed = (
  { who }: Turn,
  { policy }: Services,
  { invoice = '', account: of }: ReportCommand,
): FoundInvoice => {
  if (invoice === '') throw refuseCommand('noInvoice', { example: exampleNames.invoice });
  return findInvoice(policy.current(), who.objectId, textOf(tokensOf(invoice)), of);
};

/** A word of a list, or its beginning. @throws AppError with the list */
export const wordOf = <Word extends string>(said: string | undefined, words: readonly Word[]): Word | undefined => {
  if (said === undefined) return undefined;
  const wanted = said.toLowerCase().replace(/(?<=.)s$/, '');
  const found = words.find((word) => word === wanted || wanted.endsWith(` ${word}`) || word.startsWith(wanted));
  if (found) return found;
  throw refuseCommand('by', { said: oneLine(said, LONGEST), known: words.join(', ') });
};

const openOne = <Q, R>(
  turn: Turn,
  services: Services,
  kind: ReportKind<Q, R>,
  wanted: ReportCommand,
  question: Q,
): Promise<Answer> => {
  const by = wanted.by === undefined ? '' : ` by ${wanted.by}`;
  const command = (known: FoundInvoice): string => `${kind.name} "${known.invoice.title}"${by} of ${known.account.key}`;
  return orKnownInvoices(turn, command, async () => {
    const { account, invoice } = findNamed(turn, services, wanted);
    return openReport(turn, services, kind, { account, invoices: [invoice], question });
  });
};

export const breakDown = defineCommand({
  name: 'breakdown',
  aliases: ['break down'],
  area: 'billing',
  effect: 'shows',
  takes: dividedInvoice,
  example: 'breakdown november by section',
  says: 'example',
  run: async (turn, wanted, services) =>
    openOne(turn, services, breakdown, wanted, { by: wordOf(wanted.by, brokenDownBy) ?? 'family' }),
});

export const refundsOf = defineCommand({
  name: 'refunds',
  aliases: [],
  area: 'billing',
  effect: 'shows',
  takes: oneInvoice,
  example: 'refunds november',
  says: 'example',
  run: async (turn, wanted, services) => openOne(turn, services, refundsReport, wanted, {}),
});

export const exportInvoice = defineCommand({
  name: 'export',
  aliases: ['export csv', 'csv'],
  area: 'billing',
  effect: 'shows',
  takes: oneInvoice,
  example: 'export november',
  run: async (turn, wanted, services) => openOne(turn, services, exportCsv, wanted, { language: turn.words.locale }),
});
