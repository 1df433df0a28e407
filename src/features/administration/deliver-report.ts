import type { Services } from '#features/feature.ts';
import type { Trx } from '#platform/storage/database.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';

/** Where an administrator asked for something, with the card that becomes the report's own. */
interface CommandPlace {
  readonly conversationId: string;
  readonly activityId?: string;
  readonly language: string;
}

/** What is reported: a freeze or a revocation, as a subject of the outbox. */
interface Reported {
  readonly subject: string;
  readonly version: number;
  /** What it reports: another one is a message of its own, also where the earlier one stands. */
  readonly variant: 'begun' | 'ended';
}

/** The card where it was asked for, and in the operators' conversation. */
export const deliverReport = async (
  services: Pick<Services, 'outbox' | 'policy'>,
  trx: Trx,
  { subject, version, variant }: Reported,
  asked: CommandPlace,
): Promise<void> => {
  const policy = services.policy.current();
  const operators = policy.conversation(policy.operators ?? '');
  const { conversationId, activityId, language } = asked;
  await services.outbox.deliver(trx, {
    ...{ subject, version, variant: `asked.${variant}`, to: { conversation: conversationId } },
    language: policy.conversationById(conversationId)?.language ?? language,
    ...(activityId === undefined ? {} : { postedAs: { conversationId, activityId } }),
  });
  if (!operators || operators.id === baseId(conversationId)) return;
  await services.outbox.deliver(trx, {
    ...{ subject, version, variant, to: { conversation: operators.id }, language: operators.language },
  });
};
