import { z } from 'zod';
import { type Answer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { defineAction, type Services } from '../../feature.ts';
import { exportCsv } from '../export/export-report.ts';
import { brokenDownBy } from '../figures/breakdown.ts';
import { breakdown } from '../figures/breakdown-report.ts';
import { comparedBy } from '../figures/compare.ts';
import { comparison } from '../figures/compare-report.ts';
import { refundsReport } from '../figures/refunds-report.ts';
import type { Report } from '../report.ts';
import { transactions } from '../transactions.ts';
import { billingVerbs } from '../verbs.ts';
import { pressReport, readPressed } from './report-actions.ts';
import { openReport } from './start-report.ts';

const id = z.string().max(64);

/** Another division of the same two invoices: nothing is read again. */
export const compareBy = defineAction({
  verb: billingVerbs.compareBy,
  repeatable: true,
  data: z.object({ id, by: z.enum(comparedBy) }),
  handle: (turn, data, services) =>
    pressReport(turn, services, {
      id: data.id,
      kind: comparison,
      change: ({ question }) => ({ ...question, by: data.by }),
    }),
});

export const breakDownBy = defineAction({
  verb: billingVerbs.breakdownBy,
  repeatable: true,
  data: z.object({ id, by: z.enum(brokenDownBy) }),
  handle: (turn, data, services) =>
    pressReport(turn, services, {
      id: data.id,
      kind: breakdown,
      change: ({ question }) => ({ ...question, by: data.by }),
    }),
});

const made = ['breakdown', 'refunds', 'export'] as const;

/** What else can be made of the invoice of a card: it comes as a card of its own. */
export const makeReport = defineAction({
  verb: billingVerbs.make,
  data: z.object({ id, kind: z.enum(made) }),
  async handle(turn, data, services) {
    const report = await readPressed(turn, services, data.id, transactions);
    if (!report) return textAnswer('billing.gone');
    const answer = await open[data.kind](turn, services, report);
    return answer.kind === 'delivered' ? textAnswer(`figures.made.${data.kind}`) : answer;
  },
});

type Open = (
  turn: Turn,
  services: Services,
  of: Pick<Report<unknown, unknown>, 'account' | 'invoices'>,
) => Promise<Answer>;

const open: Readonly<Record<(typeof made)[number], Open>> = {
  breakdown: (turn, services, { account, invoices }) =>
    openReport(turn, services, breakdown, { account, invoices, question: { by: 'family' } }),
  refunds: (turn, services, { account, invoices }) =>
    openReport(turn, services, refundsReport, { account, invoices, question: {} }),
  export: (turn, services, { account, invoices }) =>
    openReport(turn, services, exportCsv, { account, invoices, question: { language: turn.words.locale } }),
};
