import type { Services } from '#features/feature.ts';
import { isChannelId, threadOf } from '#teams/connector/conversations/conversation.ts';
import { reportStore } from '../store.ts';
import { reports } from './reports.ts';

/** Says in the channel where a report was asked for that its requester's own chat does not take it. */
export const reportUndelivered = ({ outbox }: Services): void =>
  outbox.onUndelivered(async (trx, { subject, target_kind: kind }) => {
    const id = subject.slice(subject.indexOf(':') + 1);
    if (kind !== 'person' || subject !== reports.subjectOf(id)) return;
    const report = await reportStore.find(trx, id);
    const [asked = '', message = ''] = report?.source.split(' ') ?? [];
    if (!report || !isChannelId(asked)) return;
    await outbox.notify(trx, { conversation: threadOf(asked, message) }, report.language, 'billing.sent.refused', {});
  });
