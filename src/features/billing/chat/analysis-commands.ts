import { z } from 'zod';
import type { Answer, Turn } from '../../../bot/turn/turn.ts';
import { AppError, type TextValues } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { exportCsv } from '../export/export-report.ts';
import { brokenDownBy } from '../figures/breakdown.ts';
import { breakdown } from '../figures/breakdown-report.ts';
import { comparedBy } from '../figures/compare.ts';
import { comparison } from '../figures/compare-report.ts';
import { refundsReport } from '../figures/refunds-report.ts';
import { type FoundInvoice, findInvoice } from '../find-invoice.ts';
import { rightNames, thresholdsOf } from '../policy.ts';
import type { ReportKind } from '../report.ts';
import { textOf, tokensOf } from '../tokens.ts';
import { openReport } from './start-report.ts';

const of = { word: 'of', argument: 'account' } as const;
const by = { word: 'by', argument: 'by' } as const;
const asked = z.object({ invoice: z.string().default(''), account: z.string().optional(), by: z.string().optional() });
type Asked = z.infer<typeof asked>;

const LONGEST = 60;

/** Something that was said and cannot be read, by the name of its text. */
const wrong = (what: string, values: TextValues = {}): AppError =>
  new AppError({ code: 'Billing.Words', text: `figures.refused.${what}`, values });

/** @throws AppError that says what an invoice looks like */
const find = ({ who }: Turn, { policy }: Services, { invoice, account }: Asked): FoundInvoice => {
  if (invoice === '') throw wrong('noInvoice', { example: rightNames.invoice });
  return findInvoice(policy.current(), who.objectId, textOf(tokensOf(invoice)), account);
};

/** A word of a list, by its beginning too. @throws AppError that names the list */
const wordOf = <Word extends string>(said: string | undefined, words: readonly Word[]): Word | undefined => {
  if (said === undefined) return undefined;
  const wanted = said.toLowerCase().replace(/(?<=.)s$/, '');
  const found = words.find((word) => word === wanted || wanted.endsWith(` ${word}`) || word.startsWith(wanted));
  if (found) return found;
  throw wrong('by', { said: oneLine(said, LONGEST), known: words.join(', ') });
};

const openOne = <Q, R>(
  turn: Turn,
  services: Services,
  kind: ReportKind<Q, R>,
  wanted: Asked,
  question: Q,
): Promise<Answer> => {
  const { account, invoice } = find(turn, services, wanted);
  return openReport(turn, services, kind, { account, invoices: [invoice], question });
};

export const breakDown = defineCommand({
  name: 'breakdown',
  aliases: ['break down'],
  area: 'billing',
  lead: 'invoice',
  slots: [by, of],
  arguments: asked,
  example: 'breakdown november by section',
  says: 'example',
  handle: async (turn, wanted, services) =>
    openOne(turn, services, breakdown, wanted, { by: wordOf(wanted.by, brokenDownBy) ?? 'family' }),
});

export const refundsOf = defineCommand({
  name: 'refunds',
  aliases: [],
  area: 'billing',
  lead: 'invoice',
  slots: [of],
  arguments: asked,
  example: 'refunds november',
  says: 'example',
  handle: async (turn, wanted, services) => openOne(turn, services, refundsReport, wanted, {}),
});

export const exportInvoice = defineCommand({
  name: 'export',
  aliases: ['export csv', 'csv'],
  area: 'billing',
  lead: 'invoice',
  slots: [of],
  arguments: asked,
  example: 'export november',
  handle: async (turn, wanted, services) => openOne(turn, services, exportCsv, wanted, { language: turn.words.locale }),
});

const BETWEEN = /^(and|with|to|against|vs\.?|,|→|-)$/i;

export const compare = defineCommand({
  name: 'compare',
  aliases: ['compare invoices'],
  area: 'billing',
  lead: 'invoice',
  slots: [by, of],
  arguments: asked,
  example: 'compare october november',
  says: 'example',
  async handle(turn, wanted, services) {
    const named = tokensOf(wanted.invoice).filter(({ text, quoted }) => quoted || !BETWEEN.test(text));
    const [before, after, third] = named.map(({ text }) => text);
    if (before === undefined || after === undefined || third !== undefined) throw wrong('two');
    const { account, invoice: one } = find(turn, services, { ...wanted, invoice: before });
    const { invoice: other } = find(turn, services, { invoice: after, account: account.key });
    if (one.id === other.id) throw wrong('same', { invoice: one.title });
    const question = { by: wordOf(wanted.by, comparedBy) ?? 'product', ...thresholdsOf(services.policy.current()) };
    return openReport(turn, services, comparison, { account, invoices: [one, other], question });
  },
});
