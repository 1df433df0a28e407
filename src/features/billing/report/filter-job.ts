import { z } from 'zod';
import { VendorError } from '#cloud/errors/errors.ts';
import type { Services } from '#features/feature.ts';
import type { JobKind, JobRun } from '#platform/jobs/jobs.ts';
import { type FilterTotals, filterKey, foldAmounts, narrowing } from '../invoice/filter-totals.ts';
import type { ListQuery } from '../invoice/list-query.ts';
import { ReadingStopped, readInvoice } from '../invoice/read-invoice.ts';
import { reportStore } from '../store.ts';
import type { Report } from './report.ts';
import { filteredOf, loadReport, reports, shownAccount } from './reports.ts';
import { FILTER_JOB, transactions } from './transactions.ts';

const payload = z.object({ report: z.string() });

/** The job that reads every row of a list's filter and writes what they come to; begins again after a restart. */
export const filterJob = (services: Services): JobKind<unknown> => ({
  name: FILTER_JOB,
  payload,
  maxAttempts: 8,
  async handle(given, run) {
    const { report: id } = payload.parse(given);
    const row = await reportStore.find(services.database.db, id);
    const account = row && shownAccount(services.policy.current(), row);
    if (!row || !account || row.kind !== transactions.name) return { end: 'done' };
    const question = transactions.question.parse(JSON.parse(row.question_json));
    const of = filterKey(question);
    if (of === undefined || filteredOf(row)?.of === of) return { end: 'done' };
    const { invoices } = loadReport(row, transactions, account);
    try {
      const totals = await addUp(services, { account, invoices, question }, run);
      await reports.edit(services, id, { filter_json: JSON.stringify({ of, ...totals } satisfies FilterTotals) });
    } catch (error) {
      if (error instanceof ReadingStopped) return { again: run.now };
      throw error;
    }
    return { end: 'done' };
  },
});

const addUp = async (
  { vendor }: Services,
  { account, invoices, question }: Pick<Report<ListQuery, unknown>, 'account' | 'invoices' | 'question'>,
  run: JobRun,
): Promise<Omit<FilterTotals, 'of'>> => {
  const fold = foldAmounts();
  const address = { billingAccount: account.account, invoice: invoices[0]?.id ?? '', ...narrowing(question) };
  try {
    const { complete } = await readInvoice(address, {
      vendor,
      correlation: run.id,
      take: fold.take,
      stopping: run.stopping,
    });
    return { whole: complete, ...fold.end() };
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    // Not one row was read; the page itself says why.
    return { whole: false, ...fold.end() };
  }
};
