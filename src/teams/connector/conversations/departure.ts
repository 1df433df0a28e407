import type { Db } from '#platform/storage/database.ts';
import { arrivalIn } from './arrival.ts';
import { baseId } from './conversation.ts';

/** The conversations that the app has left. */
export interface Departure {
  /** Where the app was removed, without `;messageid=`. */
  readonly conversationId: string;
  /** That one, and all known channels of its team if it was removed from the team. */
  readonly conversationIds: readonly string[];
}

/** Teams says by the team's own id that the app was removed from the team; a private or shared channel says it by its own. */
export const departureFrom = async (db: Db, conversation: string): Promise<Departure> => {
  const conversationId = baseId(conversation);
  const known = db.selectFrom('conversations').select('team_id').where('conversation_id', '=', conversationId);
  const team = (await known.executeTakeFirst())?.team_id ?? conversationId;
  if (team !== conversationId) return { conversationId, conversationIds: [conversationId] };
  const { conversationIds } = await arrivalIn(db, conversationId);
  return { conversationId, conversationIds };
};
