import { z } from 'zod';
import { VendorError } from '../../api/errors/errors.ts';
import type { FailedJob, JobKind, JobRun, NewJob } from '../../jobs/jobs.ts';
import { SECOND } from '../../lib/clock.ts';
import { AppError, type TextValues } from '../../lib/errors.ts';
import type { Trx } from '../../storage/database.ts';
import type { Services } from '../feature.ts';
import { loadReport, reportSubject } from './load-report.ts';
import { type InvoiceEnd, type ReadingProgress, ReadingStopped, readInvoice } from './read-invoice.ts';
import type { AnyReportKind, Report } from './report.ts';
import { changeReading, findReport, progressColumns } from './report-rows.ts';
import { failureOf } from './why.ts';

/** The job that reads the invoices of a report from the beginning; cut off, it begins again. */
export const READ = 'billing.read';

export const readingOf = (report: string, dueAt: number): NewJob => ({
  ...{ kind: READ, key: `${READ}:${report}`, dueAt },
  payload: { report },
});

/** Between two edits of a card that only say how far the reading is. */
const TELL_EVERY = 2 * SECOND;
const MOST_ATTEMPTS = 8;
/** How often an invoice that changed while it was read is read from its beginning once more. */
const MORE_READINGS = 2;

type Columns = Parameters<typeof changeReading>[2];

export const readJob = (services: Services, kinds: readonly AnyReportKind[]): JobKind<unknown> => {
  const { database, outbox, policy, clock, log } = services;

  const show = async (id: string, columns: (trx: Trx) => Promise<Columns>): Promise<void> => {
    await database.transaction(async (trx) => {
      // Nothing goes with the end of a reading that is not this report's any more.
      if ((await changeReading(trx, id, {})) === undefined) return;
      const version = await changeReading(trx, id, await columns(trx));
      if (version !== undefined) await outbox.touch(trx, reportSubject(id), version);
    });
  };

  const fail = (id: string, why: string, values: TextValues): Promise<void> =>
    show(id, async () => failedWith(why, values));

  const readOnce = async (kind: AnyReportKind, report: Report<unknown, unknown>, run: JobRun) => {
    const fold = kind.fold(report.question);
    const ends: InvoiceEnd[] = [];
    let told = clock.now();
    const tell = async (progress: ReadingProgress): Promise<void> => {
      if (clock.now() - told < TELL_EVERY) return;
      told = clock.now();
      await show(report.id, async () => progressColumns(progress));
    };
    for (const [index, { id: invoice, title }] of report.invoices.entries()) {
      const end = await readInvoice(
        { billingAccount: report.account.account, invoice },
        {
          vendor: services.vendor,
          correlation: run.id,
          take: (row) => fold.take(row, index),
          progress: (progress) => tell(together(ends, progress, report.invoices.length)),
          stopping: run.stopping,
        },
      ).catch((error: unknown) => {
        throw error instanceof VendorError ? unread(error, title) : error;
      });
      ends.push(end);
    }
    return { ends, result: fold.end() };
  };

  const read = async (kind: AnyReportKind, report: Report<unknown, unknown>, run: JobRun): Promise<void> => {
    let { ends, result } = await readOnce(kind, report, run);
    for (let more = MORE_READINGS; more > 0 && ends.some(hasChanged); more -= 1) {
      ({ ends, result } = await readOnce(kind, report, run));
    }
    log.info('invoices read', {
      job: run.id,
      kind: kind.name,
      count: ends.reduce((sum, { rows }) => sum + rows, 0),
      state: ends.every(({ complete }) => complete) ? 'complete' : 'incomplete',
    });
    await show(report.id, async (trx) => {
      // An export puts its file beside its result (report.ts, keep).
      const kept = (await kind.keep?.(trx, report, { is: 'read', ends, result }, services)) ?? result;
      return { state: 'read', ends_json: JSON.stringify(ends), result_json: JSON.stringify(kept) };
    });
  };

  return {
    name: READ,
    payload: z.object({ report: z.string() }),
    maxAttempts: MOST_ATTEMPTS,
    async handle(payload, run) {
      const { report: id } = payload as { readonly report: string };
      const row = await findReport(database.db, id);
      const kind = kinds.find(({ name }) => name === row?.kind);
      if (row?.state !== 'reading' || !kind) return { end: 'done' };
      const report = loadReport(row, kind, policy.current());
      if (!report) {
        await fail(id, 'billing.why.notAllowed', {});
        return { end: 'done' };
      }
      try {
        await read(kind, report, run);
      } catch (error) {
        if (error instanceof ReadingStopped) return { again: run.now };
        // Anything else is tried again; given up for good, the card says so (failedReading).
        if (!(error instanceof AppError)) throw error;
        await fail(id, error.textKey, error.values);
      }
      return { end: 'done' };
    },
  };
};

/** A reading that was given up for good, also where it took its process down with it each time: its card says so. */
export const failedReading =
  ({ outbox }: Services) =>
  async (trx: Trx, { kind, key }: FailedJob): Promise<void> => {
    if (kind !== READ) return;
    const id = key.slice(READ.length + 1);
    const version = await changeReading(trx, id, failedWith('bot.error.fault', {}));
    if (version === undefined) return;
    await outbox.touch(trx, reportSubject(id), version);
  };

const failedWith = (why: string, values: TextValues): Columns => ({
  state: 'failed',
  why_json: JSON.stringify({ why, values }),
});

/** What the person is told of an invoice that could not be read at all. */
const unread = (error: VendorError, invoice: string): AppError => {
  const { why, values } = failureOf(error, invoice);
  return new AppError({ code: error.code, text: why, values, cause: error });
};

const hasChanged = (end: InvoiceEnd): boolean => !end.complete && end.why === 'billing.why.changed';

/** Of several invoices the number of all rows is known only when the last of them says it. */
const together = (ends: readonly InvoiceEnd[], { rows, of }: ReadingProgress, invoices: number): ReadingProgress => {
  const before = ends.reduce((sum, end) => sum + end.rows, 0);
  const last = ends.length === invoices - 1;
  return { rows: before + rows, of: last && of !== undefined ? before + of : undefined };
};
