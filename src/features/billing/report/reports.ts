import { type AnswerServices, defineAnswers, storedReason } from '../../../answers/answer-job.ts';
import { definePruning } from '../../../answers/prune.ts';
import { noticeCard } from '../../../cards/notice.ts';
import { SECOND } from '../../../lib/clock.ts';
import type { Renderer } from '../../../outbox/renderer.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { exportCsv } from '../export/csv-report.ts';
import { type BillingAccount, billingAccounts, mayBeShownIn, maySee, retentionOf } from '../policy.ts';
import {
  parseEnds,
  pruneReports,
  type ReportAudience,
  type ReportRow,
  reportAudiences,
  reportStore,
  storedInvoices,
} from '../store.ts';
import { breakdown } from './breakdown.ts';
import { comparison } from './comparison-report.ts';
import { refundsReport } from './refunds-report.ts';
import type { AnyReportKind, Drawing, Drawn, Report, ReportState } from './report.ts';
import { transactions } from './transactions.ts';

/** The only list of the kinds of reports. */
const reportKinds: readonly AnyReportKind[] = [transactions, comparison, breakdown, refundsReport, exportCsv];

export const kindOf = ({ kind }: Pick<ReportRow, 'kind'>): AnyReportKind | undefined =>
  reportKinds.find(({ name }) => name === kind);

/** The rows of reports, their cards and the job that reads their invoices. */
export const reports = defineAnswers<ReportRow>({
  subject: 'billing',
  store: reportStore,
  job: { name: 'billing.read', field: 'report' },
  working: () => ({ state: 'reading' }),
  failed: (_row, reason) => ({ state: 'failed', why_json: JSON.stringify(reason) }),
});

export const reportPruning = definePruning({
  job: 'billing.prune',
  keptFor: retentionOf,
  forget: (db, { now, keep }) => pruneReports(db, now - keep),
});

/** The account of a report, as the policy has it now; undefined where the policy has it no more. */
export const accountOf = (
  policy: Policy,
  row: Pick<ReportAudience, 'account' | 'vendor_account'>,
): BillingAccount | undefined =>
  billingAccounts(policy).find(({ key, account }) => key === row.account && account === row.vendor_account);

/** The account, where the asker may see it and its amounts may be shown in the conversation of the report's card. */
export const shownAccount = (policy: Policy, row: ReportAudience): BillingAccount | undefined => {
  const account = accountOf(policy, row);
  if (!account || !maySee(policy, account, row.asked_by)) return undefined;
  return mayBeShownIn(policy, account, row.conversation_id ?? undefined) ? account : undefined;
};

/** The report of a row. @param account the one that may be shown now */
export const loadReport = (row: ReportRow, kind: AnyReportKind, account: BillingAccount): Report<unknown, unknown> => ({
  id: row.id,
  account,
  invoices: storedInvoices.parse(JSON.parse(row.invoices_json)),
  question: kind.question.parse(JSON.parse(row.question_json)),
  askedBy: row.asked_by,
  conversationId: row.conversation_id ?? undefined,
  version: row.version,
  state: stateOf(row, kind),
});

const stateOf = (row: ReportRow, kind: AnyReportKind): ReportState<unknown> => {
  if (row.state === 'reading') return { is: 'reading', rows: row.rows_read, of: row.rows_of ?? undefined };
  if (row.state === 'failed') return { is: 'failed', ...storedReason.parse(JSON.parse(row.why_json ?? '{}')) };
  const result = kind.result.parse(JSON.parse(row.result_json ?? 'null'));
  return { is: 'read', ends: parseEnds(row.ends_json), result };
};

/** The outbox holds a card's row for a minute, and sending takes a part of it. */
const DRAWING_TIME = 15 * SECOND;

/** Draws a report's card from its row; a card without amounts where the policy does not let them be shown there any more. */
export const reportRenderer = (services: Services): Renderer =>
  reports.renderer(services, async (row, words) => {
    const kind = kindOf(row);
    if (!kind) return undefined;
    const drawing: Drawing = {
      words,
      services,
      correlation: services.ids.opaque(),
      endBy: services.clock.now() + DRAWING_TIME,
    };
    const account = shownAccount(services.policy.current(), row);
    const drawn = account ? await kind.draw(loadReport(row, kind, account), drawing) : hidden(words);
    return { version: row.version, ...drawn };
  });

const hidden = (words: Words): Drawn => ({
  card: noticeCard.render({ text: words.markdown('billing.hidden') }),
  summary: words.plain('billing.hidden'),
});

/** Draws the cards again whose amounts may not be shown there any more, when another policy comes into force. */
export const hideReports = (services: Services): void => {
  const { policy, log } = services;
  let last = policy.current();
  policy.onChange((now) => {
    const before = last;
    last = now;
    redrawHidden(services, before, now).catch((error) => log.warn('reports not drawn again', { error }));
  });
};

const redrawHidden = async (services: AnswerServices, before: Policy, now: Policy): Promise<void> => {
  const places = await reportAudiences(services.database.db);
  const hiddenNow = places.filter((place) => shownAccount(before, place) && !shownAccount(now, place));
  for (const { id } of hiddenNow) await reports.edit(services, id, {});
};
