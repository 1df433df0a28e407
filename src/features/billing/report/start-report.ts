import type { Services } from '#features/feature.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { BillingAccount, InvoiceName } from '../policy.ts';
import { reportStore } from '../store.ts';
import type { ReportKind } from './report.ts';
import { reportPruning, reports } from './reports.ts';

interface NewReport<Q> {
  readonly account: BillingAccount;
  readonly invoices: readonly InvoiceName[];
  readonly question: Q;
  /** Directory object id of the person it is read for. */
  readonly askedBy: string;
  /** Where its card goes; undefined: the person's own chat. */
  readonly conversationId: string | undefined;
  readonly language: string;
  /** What asked for it: the same source again starts no second report. */
  readonly source: string;
}

/** Starts a report: its row, its card and the job that reads. Whether it may be shown there was checked before. */
export const startReport = async <Q, R>(
  trx: Trx,
  services: Services,
  kind: ReportKind<Q, R>,
  { account, invoices, question, askedBy, conversationId, language, source }: NewReport<Q>,
): Promise<void> => {
  const { outbox, clock, ids } = services;
  const { id, isNew } = await reportStore.insert(trx, clock.now(), {
    ...{ id: ids.opaque(), source, kind: kind.name, account: account.key, language },
    vendor_account: account.account,
    invoices_json: JSON.stringify(invoices),
    question_json: JSON.stringify(kind.question.parse(question)),
    asked_by: askedBy,
    conversation_id: conversationId ?? null,
    ...{ state: 'reading', rows_read: 0 },
  });
  const to = conversationId === undefined ? { person: askedBy } : { conversation: conversationId };
  await outbox.deliver(trx, { subject: reports.subjectOf(id), variant: 'report', to, language, version: 1 });
  if (!isNew) return;
  await reports.schedule(trx, services, id);
  await kind.begin?.(trx, services, { id, question, filtered: undefined });
  await reportPruning.prune(trx, services);
};
