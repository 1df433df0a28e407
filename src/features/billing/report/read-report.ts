import { VendorError } from '../../../api/errors/errors.ts';
import type { JobKind, JobOutcome, JobRun } from '../../../jobs/jobs.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Services } from '../../feature.ts';
import { readFailure } from '../errors.ts';
import { type InvoiceEnd, type ReadingProgress, ReadingStopped, readInvoice } from '../invoice/read-invoice.ts';
import type { ReportRow } from '../store.ts';
import type { AnyReportKind, ReadState, Report } from './report.ts';
import { kindOf, loadReport, reports, shownAccount } from './reports.ts';

/** How often an invoice that changed while it was read is read from its beginning once more. */
const MORE_READINGS = 2;

/** The job that reads the invoices of a report from the beginning; cut off, it begins again. */
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
    // An export puts its file beside its result (report.ts, keep).
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
