import { messageLink } from '../../connector/conversations/conversation.ts';
import type { IncidentSummary } from '../../outbox/incident-summary.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Words } from '../../texts/texts.ts';
import type { Alerts } from '../alerts.ts';
import { alertSubject } from '../context.ts';

export interface LinkDeps {
  readonly alerts: Pick<Alerts, 'summary'>;
  readonly outbox: Pick<Outbox, 'copies'>;
  readonly tenantId: string;
}

/** The incident of a card, with the card's address in Teams; undefined when it is stored no longer. */
export const incidentWithLink = async (
  { alerts, outbox, tenantId }: LinkDeps,
  card: string,
  words: Words,
): Promise<IncidentSummary | undefined> => {
  const found = await alerts.summary(card, words);
  const [copy] = found ? await outbox.copies(alertSubject(card)) : [];
  return found && copy ? { ...found, url: messageLink(tenantId, copy.conversationId, copy.activityId) } : found;
};
