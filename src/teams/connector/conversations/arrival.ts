import type { Db } from '#platform/storage/database.ts';
import { baseId, type ConversationKind } from './conversation.ts';

/** The conversations that the app can post to again after an activity of one of them. */
export interface Arrival {
  /** The conversation itself, without `;messageid=`. */
  readonly conversationId: string;
  /** That one and all known conversations of its team. */
  readonly conversationIds: readonly string[];
  /** The owners of the personal chats, as directory object ids. */
  readonly objectIds: readonly string[];
}

/** The same with the fields that describe the app's arrival. */
export interface Installation extends Arrival {
  readonly kind: ConversationKind;
  /** In a team; false in a channel with members of its own, where the app is added apart. */
  readonly wholeTeam: boolean;
  /** When the conversation became known; after a removal it starts anew. */
  readonly knownAt: string;
}

export const arrivalIn = async (db: Db, conversation: string): Promise<Installation> => {
  const conversationId = baseId(conversation);
  const known = db.selectFrom('conversations').where('conversation_id', '=', conversationId);
  const row = await known.select(['team_id', 'kind', 'known_at']).executeTakeFirst();
  const team = row?.team_id ?? conversationId;
  const channels = db.selectFrom('conversations').where('team_id', '=', team).select('conversation_id');
  const people = db.selectFrom('personal_chats').where('conversation_id', '=', conversationId).select('object_id');
  const ofTeam = (await channels.execute()).map((channel) => channel.conversation_id);
  return {
    conversationId,
    conversationIds: [...new Set([conversationId, ...ofTeam])].sort(),
    objectIds: (await people.execute()).map((chat) => chat.object_id),
    kind: row?.kind ?? 'channel',
    wholeTeam: row?.kind === 'channel' && team === conversationId,
    knownAt: row?.known_at ?? '',
  };
};
