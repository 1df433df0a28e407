import { baseId } from '../connector/conversations/conversation.ts';
import type { Arrival } from '../connector/conversations/conversation-store.ts';
import type { Db } from '../storage/database.ts';
import { findCopies, findWaiting } from './repository.ts';
import type { DeliveryRow } from './tables.ts';

/** Ids of the copies that wait for the app's return into this conversation or its team; elsewhere it would be refused again. */
export const copiesWaitingFor = async (db: Db, { conversationIds, objectIds }: Arrival): Promise<string[]> => {
  const [places, people] = [new Set(conversationIds), new Set(objectIds)];
  const stands = ({ target_kind, target, conversation_id }: DeliveryRow): boolean =>
    (target_kind === 'person' && people.has(target)) ||
    (conversation_id !== null && places.has(baseId(conversation_id)));
  const ids: string[] = [];
  for (const row of await findWaiting(db, 'Connector.left')) {
    const above = row.target_kind === 'under' ? await findCopies(db, row.target) : [];
    if (stands(row) || above.some(stands)) ids.push(row.id);
  }
  return ids;
};
