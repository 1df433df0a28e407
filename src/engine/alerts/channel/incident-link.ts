import type { IncidentSummary } from '#engine/outbox/incident-summary.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { LinkTo } from '#teams/connector/conversations/conversation.ts';
import type { Alerts } from '../alerts.ts';
import { alertSubject } from '../context.ts';

interface LinkDeps {
  readonly alerts: Pick<Alerts, 'summary'>;
  readonly outbox: Pick<Outbox, 'copies'>;
  readonly linkTo: LinkTo;
}

/** The incident of a card, with the card's address in Teams; undefined when it is stored no longer. */
export const incidentWithLink = async (
  { alerts, outbox, linkTo }: LinkDeps,
  card: string,
  words: Words,
): Promise<IncidentSummary | undefined> => {
  const found = await alerts.summary(card, words);
  const [copy] = found ? await outbox.copies(alertSubject(card)) : [];
  const url = copy && linkTo(copy.conversationId, copy.activityId);
  return found && url !== undefined ? { ...found, url } : found;
};
