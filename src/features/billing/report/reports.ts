import { VendorError } from '#cloud/errors/errors.ts';
import { type AnswerServices, defineAnswers, definePruning, storedReason } from '#engine/answers/answer-job.ts';
import type { Renderer, Viewers } from '#engine/outbox/renderer.ts';
import type { Services } from '#features/feature.ts';
import type { JobKind, JobOutcome, JobRun } from '#platform/jobs/jobs.ts';
import { iso, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { readFailure } from '../errors.ts';
import { exportCsv } from '../export/csv-report.ts';
import { type FilterTotals, storedFilterTotals } from '../invoice/filter-totals.ts';
import { type InvoiceEnd, type ReadingProgress, ReadingStopped, readInvoice } from '../invoice/read-invoice.ts';
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
import { monthlyReport } from './monthly-report.ts';
import { refundsReport } from './refunds-report.ts';
import type { AnyReportKind, Drawing, Drawn, ReadState, Report, ReportKind, ReportState } from './report.ts';
import { transactions } from './transactions.ts';

/** The only list of the kinds of reports. */
const reportKinds: readonly AnyReportKind[] = [
  transactions,
  comparison,
  breakdown,
  refundsReport,
  exportCsv,
  monthlyReport,
];

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

/** The account of a report in the current policy; undefined if it has been removed. */
export const accountOf = (
  policy: Policy,
  row: Pick<ReportAudience, 'account' | 'vendor_account'>,
): BillingAccount | undefined =>
  billingAccounts(policy).find(({ key, account }) => key === row.account && account === row.vendor_account);

/** The account, if the requester may see it and its amounts may be shown in the conversation of the report's card. */
export const shownAccount = (policy: Policy, row: ReportAudience): BillingAccount | undefined => {
  const account = accountOf(policy, row);
  if (!account || !maySee(policy, account, row.asked_by)) return undefined;
  return mayBeShownIn(policy, account, row.conversation_id ?? undefined) ? account : undefined;
};

/** The report of a row. @param account the account that may be shown now */
export const loadReport = <Q, R>(row: ReportRow, kind: ReportKind<Q, R>, account: BillingAccount): Report<Q, R> => ({
  id: row.id,
  account,
  invoices: storedInvoices.parse(JSON.parse(row.invoices_json)),
  question: kind.question.parse(JSON.parse(row.question_json)),
  askedBy: row.asked_by,
  conversationId: row.conversation_id ?? undefined,
  version: row.version,
  state: stateOf(row, kind),
  filtered: filteredOf(row),
});

export const filteredOf = ({ filter_json }: Pick<ReportRow, 'filter_json'>): FilterTotals | undefined =>
  filter_json === null ? undefined : storedFilterTotals.parse(JSON.parse(filter_json));

const stateOf = <R>(row: ReportRow, kind: Pick<ReportKind<unknown, R>, 'result'>): ReportState<R> => {
  if (row.state === 'reading') {
    const waitsUntil = row.why_json === null ? undefined : storedReason.parse(JSON.parse(row.why_json)).values['until'];
    const waits = waitsUntil === undefined ? {} : { waitsUntil: String(waitsUntil) };
    return { is: 'reading', rows: row.rows_read, of: row.rows_of ?? undefined, ...waits };
  }
  if (row.state === 'failed') return { is: 'failed', ...storedReason.parse(JSON.parse(row.why_json ?? '{}')) };
  const result = kind.result.parse(JSON.parse(row.result_json ?? 'null'));
  return { is: 'read', ends: parseEnds(row.ends_json), result };
};

/** The outbox leases a card's row for a minute, and sending takes a part of that. */
const DRAWING_TIME = 15 * SECOND;

/** Renders a report's card from its row; without amounts if the policy does not allow them there any more. */
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
    return { version: row.version, ...drawn, ...(account ? { viewers: viewersOf(services, account) } : {}) };
  });

/** People who may see the account, wherever its card stands. */
const viewersOf = ({ policy }: Services, account: BillingAccount): Viewers => {
  const current = policy.current();
  return {
    people: current.people.map(({ objectId }) => objectId),
    may: (objectId) => maySee(current, account, objectId),
  };
};

const hidden = (words: Words): Drawn => ({
  card: noticeCard.render({ text: words.markdown('billing.hidden') }),
  summary: words.plain('billing.hidden'),
});

/** When another policy comes into force, updates the cards whose amounts may not be shown any more. */
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

/** How often an invoice that changed during the reading is read again from the beginning. */
const MORE_READINGS = 2;

/** The job that reads the invoices of a report; after an interruption it begins again. */
export const readJob = (services: Services): JobKind<unknown> =>
  reports.job(services, {
    async work(row, run): Promise<JobOutcome> {
      const kind = kindOf(row);
      if (!kind) return { end: 'done' };
      const account = shownAccount(services.policy.current(), row);
      if (!account) throw new AppError({ code: 'Policy.NotAllowed', text: 'billing.why.notAllowed' });
      try {
        await readReport({ services, row, run, kind, report: loadReport(row, kind, account) });
      } catch (error) {
        if (error instanceof ReadingStopped) return { again: run.now };
        throw error;
      }
      return { end: 'done' };
    },
  });

interface Reading {
  readonly services: Services;
  readonly row: ReportRow;
  readonly run: JobRun;
  readonly kind: AnyReportKind;
  readonly report: Report<unknown, unknown>;
}

const readReport = async (reading: Reading): Promise<void> => {
  const { services, row, run, kind, report } = reading;
  let read = await readOnce(reading);
  for (let more = MORE_READINGS; more > 0 && read.ends.some(hasChanged); more -= 1) read = await readOnce(reading);
  const { ends, result } = read;
  services.log.info('invoices read', {
    job: run.id,
    kind: kind.name,
    count: ends.reduce((sum, { rows }) => sum + rows, 0),
    state: ends.every(({ complete }) => complete) ? 'complete' : 'incomplete',
  });
  await reports.end(services, row, async (trx) => {
    // An export stores its file with its result (report.ts, keep).
    const stored = (await kind.store?.(trx, report, read, services)) ?? result;
    return { state: 'read', ends_json: JSON.stringify(ends), result_json: JSON.stringify(stored) };
  });
};

const readOnce = async ({ services, row, run, kind, report }: Reading): Promise<ReadState<unknown>> => {
  const fold = kind.fold(report.question);
  const ends: InvoiceEnd[] = [];
  const progress = reports.progress(services, row);
  for (const [index, { id: invoice, title }] of report.invoices.entries()) {
    const end = await readInvoice(
      { billingAccount: report.account.account, invoice },
      {
        vendor: services.vendor,
        correlation: run.id,
        take: (transaction) => fold.take(transaction, index),
        progress: (own) => progress(progressColumns(together(ends, own, report.invoices.length))),
        async waiting(own, ms) {
          const values = { until: iso(services.clock.now() + ms) };
          const why_json = JSON.stringify({ why: 'billing.progress.asked', values });
          await reports.end(services, row, {
            ...progressColumns(together(ends, own, report.invoices.length)),
            why_json,
          });
        },
        stopping: run.stopping,
      },
    ).catch((error: unknown) => {
      throw error instanceof VendorError ? unreadable(error, title) : error;
    });
    ends.push(end);
  }
  return { is: 'read', ends, result: fold.end() };
};

const progressColumns = ({ rows, of }: ReadingProgress): Partial<ReportRow> => ({
  rows_read: rows,
  rows_of: of ?? null,
  why_json: null,
});

/** The error that a person sees for an invoice of which nothing could be read. */
const unreadable = (error: VendorError, invoice: string): AppError => {
  const { why, values } = readFailure(error, invoice);
  return new AppError({ code: error.code, text: why, values, cause: error });
};

const hasChanged = (end: InvoiceEnd): boolean => !end.complete && end.why === 'billing.why.changed';

/** The progress over several invoices: the number of all rows is known only in the last one. */
const together = (ends: readonly InvoiceEnd[], { rows, of }: ReadingProgress, invoices: number): ReadingProgress => {
  const before = ends.reduce((sum, end) => sum + end.rows, 0);
  const last = ends.length === invoices - 1;
  return { rows: before + rows, of: last && of !== undefined ? before + of : undefined };
};
