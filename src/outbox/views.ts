import type { CardJson } from '../cards/define-card.ts';
import { MOST_VIEWERS, withRefresh } from '../cards/refresh.ts';
import type { Connector, ConversationRef } from '../connector/connector.ts';
import type { Rendered, Viewer } from './renderer.ts';
import type { DeliveryRow } from './tables.ts';

/** Whose own chat a copy goes to: they alone see it. @returns undefined where several people see it */
export const viewerOf = async (
  { conversations }: Pick<Connector, 'conversations'>,
  { target_kind, target, conversation_id }: DeliveryRow,
): Promise<Viewer | undefined> => {
  if (target_kind === 'person') return { objectId: target };
  const objectId = conversation_id === null ? undefined : await conversations.personOf(conversation_id);
  return objectId === undefined ? undefined : { objectId };
};

/** The card that everybody in a conversation sees, which brings those whom it concerns their own views of it. */
export const sharedCard = async (
  connector: Pick<Connector, 'accounts'>,
  at: ConversationRef,
  { card, views }: Rendered,
): Promise<CardJson> =>
  views ? withRefresh(card, views.action, await connector.accounts(at, views.people, MOST_VIEWERS)) : card;
