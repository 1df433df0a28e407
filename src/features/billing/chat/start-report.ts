import { type Answer, delivered, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import type { Target } from '../../../outbox/repository.ts';
import type { Services } from '../../feature.ts';
import { reportSubject } from '../load-report.ts';
import type { BillingAccount, InvoiceName } from '../policy.ts';
import { keepWithin } from '../prune.ts';
import { readingOf } from '../read-report.ts';
import type { ReportKind } from '../report.ts';
import { findReportBySource, insertReport } from '../report-rows.ts';
import { mayStandIn } from '../rights.ts';

/** What a report is about. Whether this person may see the account was asked when it was found. */
export interface ReportDraft<Q> {
  readonly account: BillingAccount;
  readonly invoices: readonly InvoiceName[];
  readonly question: Q;
}

export const placeOf = ({ where }: Turn): string | undefined =>
  where.kind === 'personal' ? undefined : where.conversationId;

/**
 * Begins a report: its card comes at once and is kept true while a job reads. Where the account's amounts may not stand, it
 * goes to the person's own chat, and that is said.
 */
export const openReport = async <Q, R>(
  turn: Turn,
  services: Services,
  kind: ReportKind<Q, R>,
  { account, invoices, question }: ReportDraft<Q>,
): Promise<Answer> => {
  const { database, outbox, jobs, clock, ids, policy } = services;
  const current = policy.current();
  const asked = placeOf(turn);
  const stands = mayStandIn(current, account, asked);
  const conversationId = stands ? asked : undefined;
  const to: Target = conversationId === undefined ? { person: turn.who.objectId } : { conversation: conversationId };
  const conversation = conversationId === undefined ? undefined : current.conversationById(conversationId);
  const language = conversation?.language ?? turn.words.locale;
  const id = ids.opaque();
  await database.transaction(async (trx) => {
    const fresh = await insertReport(trx, clock.now(), {
      ...{ id, source: turn.source, kind: kind.name, account: account.key, language },
      vendor_account: account.account,
      invoices_json: JSON.stringify(invoices),
      question_json: JSON.stringify(kind.question.parse(question)),
      asked_by: turn.who.objectId,
      conversation_id: conversationId ?? null,
    });
    const report = fresh ? id : ((await findReportBySource(trx, turn.source))?.id ?? id);
    const subject = reportSubject(report);
    await outbox.deliver(trx, { subject, face: 'report', to, language, version: 1 });
    if (!fresh) return;
    await jobs.schedule(trx, readingOf(id, clock.now()));
    await keepWithin(trx, services);
  });
  return stands ? delivered : textAnswer('billing.sent.personal', { account: account.title });
};
