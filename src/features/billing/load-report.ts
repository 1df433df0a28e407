import type { Policy } from '../../policy/policy.ts';
import type { AnyReportKind, Report, ReportState } from './report.ts';
import { type ReportRow, readEnds, storedInvoices, storedWhy } from './report-rows.ts';
import { maySee, mayStandIn } from './rights.ts';
import { type BillingAccount, billingAccounts } from './section.ts';

/** A report of the outbox: the subject of every copy of its card. */
export const REPORT = 'billing';
export const reportSubject = (id: string): string => `${REPORT}:${id}`;

/** The account that a report is about, as the policy has it now; undefined where it has it no more. */
export const accountOf = (policy: Policy, row: ReportRow): BillingAccount | undefined =>
  billingAccounts(policy).find(({ key }) => key === row.account);

/**
 * The report of a row, where the policy lets whoever asked see it and its amounts stand where its card does; asked at each
 * drawing. Undefined where not.
 */
export const loadReport = (
  row: ReportRow,
  kind: AnyReportKind,
  policy: Policy,
): Report<unknown, unknown> | undefined => {
  const account = accountOf(policy, row);
  const conversationId = row.conversation_id ?? undefined;
  if (!account || !maySee(policy, account, row.asked_by) || !mayStandIn(policy, account, conversationId)) {
    return undefined;
  }
  return {
    id: row.id,
    account,
    invoices: storedInvoices.parse(JSON.parse(row.invoices_json)),
    question: kind.question.parse(JSON.parse(row.question_json)),
    askedBy: row.asked_by,
    conversationId,
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
