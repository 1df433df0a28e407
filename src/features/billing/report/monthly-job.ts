import { z } from 'zod';
import type { Services } from '#features/feature.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { monthOf, nextMonthly, timeIn } from '#platform/lib/local-time.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { newestInvoices } from '../newest-invoice.ts';
import { type BillingAccount, billingAccounts, mayBeShownIn, maySee } from '../policy.ts';
import { beginMonth, findSummary, type SummaryRow } from '../summary-store.ts';
import { monthlyReport } from './monthly-report.ts';
import { startReport } from './start-report.ts';

const MONTHLY = 'billing.monthly';

const payload = z.object({ summary: z.string() });

const keyOf = (id: string): string => `${MONTHLY}:${id}`;

/** Posts the summary at its next time, and then every month. */
export const scheduleSummary = (db: Db, { jobs, clock }: Services, row: SummaryRow): Promise<void> =>
  jobs.schedule(db, {
    ...{ kind: MONTHLY, key: keyOf(row.id), payload: { summary: row.id } },
    dueAt: nextMonthly(row, clock.now()),
  });

/** The account of a summary, if the policy lets its amounts be shown there and the person who set it up may see them. */
export const allowedAccount = (policy: Policy, row: SummaryRow): BillingAccount | undefined => {
  const account = billingAccounts(policy).find(({ key }) => key === row.account);
  if (!account || !maySee(policy, account, row.created_by)) return undefined;
  return mayBeShownIn(policy, account, row.conversation_id) ? account : undefined;
};

/** Posts one summary a month at most; the policy is checked again each time. */
export const monthlyJob = (services: Services): JobKind<unknown> => ({
  name: MONTHLY,
  payload,
  maxAttempts: 100,
  async handle(given, { now }) {
    const { summary: id } = payload.parse(given);
    const row = await findSummary(services.database.db, id);
    if (!row) return { end: 'done' };
    if (timeIn(row, now) <= now) await post(services, row, now);
    return { again: nextMonthly(row, now) };
  },
});

const post = async (services: Services, row: SummaryRow, now: number): Promise<void> => {
  const { database, outbox, policy } = services;
  const current = policy.current();
  const account = allowedAccount(current, row);
  const found = account && newestInvoices(account, now);
  const month = monthOf(row, now);
  await database.transaction(async (trx) => {
    if (!(await beginMonth(trx, row.id, month))) return;
    if (!account || !found) {
      const to = { person: row.created_by };
      const channel = current.conversationById(row.conversation_id)?.title ?? row.conversation_id;
      const key = account ? 'monthly.notPosted.noInvoice' : 'monthly.notPosted.policy';
      await outbox.notify(trx, to, row.language, key, { channel, account: row.account });
      return;
    }
    await startReport(trx, services, monthlyReport, {
      account,
      invoices: [...(found.before ? [found.before] : []), found.newest],
      question: {},
      askedBy: row.created_by,
      conversationId: row.conversation_id,
      language: row.language,
      source: `${keyOf(row.id)}:${month}`,
    });
  });
};
