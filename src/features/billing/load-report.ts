import type { Policy } from '../../policy/policy.ts';
import { type BillingAccount, billingAccounts } from './policy.ts';
import type { AnyReportKind, Report, ReportState } from './report.ts';
import { type ReportPlace, type ReportRow, readEnds, storedInvoices, storedWhy } from './report-rows.ts';
import { maySee, mayStandIn } from './rights.ts';

/** A report of the outbox: the subject of every copy of its card. */
export const REPORT = 'billing';
export const reportSubject = (id: string): string => `${REPORT}:${id}`;

/** The account that a report is about, as the policy has it now; undefined where it has it no more. */
export const accountOf = (
  policy: Policy,
  row: Pick<ReportPlace, 'account' | 'vendor_account'>,
): BillingAccount | undefined =>
  billingAccounts(policy).find(({ key, account }) => key === row.account && account === row.vendor_account);

/** The account, where whoever asked may see it and its amounts may stand where the report's card does. */
export const shownAccount = (policy: Policy, row: ReportPlace): BillingAccount | undefined => {
  const account = accountOf(policy, row);
  if (!account || !maySee(policy, account, row.asked_by)) return undefined;
  return mayStandIn(policy, account, row.conversation_id ?? undefined) ? account : undefined;
};

/**
 * The report of a row, where the policy lets whoever asked see it and its amounts stand where its card does; asked at each
 * drawing. Undefined where not.
 */
export const loadReport = (
  row: ReportRow,
  kind: AnyReportKind,
  policy: Policy,
): Report<unknown, unknown> | undefined => {
  const account = shownAccount(policy, row);
  if (!account) return undefined;
  return {
    id: row.id,
    account,
    invoices: storedInvoices.parse(JSON.parse(row.invoices_json)),
    question: kind.question.parse(JSON.parse(row.question_json)),
    askedBy: row.asked_by,
    conversationId: row.conversation_id ?? undefined,
    version: row.version,
    state: stateOf(row, kind),
  };
};

const stateOf = (row: ReportRow, kind: AnyReportKind): ReportState<unknown> => {
  if (row.state === 'reading') return { is: 'reading', rows: row.rows_read, of: row.rows_of ?? undefined };
  if (row.state === 'failed') return { is: 'failed', ...storedWhy.parse(JSON.parse(row.why_json ?? '{}')) };
  const result = kind.result.parse(JSON.parse(row.result_json ?? 'null'));
  return { is: 'read', ends: readEnds(row.ends_json), result };
};
