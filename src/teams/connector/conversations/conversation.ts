import type { Db } from '#platform/storage/database.ts';

/** The address of a message. In a channel the id carries `;messageid=<root>` for a thread; without it a new thread starts. */
export interface ConversationRef {
  readonly id: string;
  readonly serviceUrl: string;
  readonly tenantId: string;
}

const THREAD = ';messageid=';

/** The channel or chat without the thread: the key of limits, rosters and storage. */
export const baseId = (conversationId: string): string => conversationId.split(THREAD, 1)[0] ?? conversationId;

/** Channels end in `@thread.tacv2` (or `.skype` in old teams), group chats in `@thread.v2`, personal chats in neither. */
export const isChannelId = (conversationId: string): boolean => /@thread\.(tacv2|skype)$/i.test(baseId(conversationId));

/** Who reads a conversation; in a personal chat one person alone. */
export type ConversationKind = 'channel' | 'personal' | 'group';

const namedKinds: ReadonlyMap<string | undefined, ConversationKind> = new Map([
  ['personal', 'personal'],
  ['groupchat', 'group'],
  ['channel', 'channel'],
]);

/** Teams also calls a chat between two people `personal`, and a meeting's chat is a group chat. @returns undefined where it is unknown */
export const statedKind = (conversationId: string, type: string | undefined): ConversationKind | undefined => {
  const id = baseId(conversationId);
  if (/@unq\.gbl\.spaces$/i.test(id)) return 'group';
  const named = namedKinds.get(type?.toLowerCase());
  if (named) return named;
  if (isChannelId(id)) return 'channel';
  if (/@thread\.v2$/i.test(id)) return 'group';
  return /^a:/i.test(id) ? 'personal' : undefined;
};

/** Where nothing says it, it is taken for a channel: there Steward answers only who mentions it. */
export const kindOfConversation = (conversationId: string, type: string | undefined): ConversationKind =>
  statedKind(conversationId, type) ?? 'channel';

/** The conversation of a post: a post to a bare channel is the root of a new thread. */
export const threadOf = (conversationId: string, activityId: string): string =>
  isChannelId(conversationId) && !conversationId.includes(THREAD)
    ? `${conversationId}${THREAD}${activityId}`
    : conversationId;

/** @param conversationId with `;messageid=` when the message is in a thread */
export type LinkTo = (conversationId: string, activityId: string) => string | undefined;

/** The address of a message in Teams; undefined where Microsoft documents none. @param host of Teams' pages in this cloud */
export const messageLinks =
  (host: string, tenantId: string): LinkTo =>
  (conversationId, activityId) => {
    const [id = '', root = activityId] = conversationId.split(THREAD);
    const isChat = statedKind(id, undefined) === 'group';
    if (!/^19:/.test(id) || !(isChat || isChannelId(id))) return undefined;
    const url = new URL(`https://${host}/l/message/${encodeURIComponent(id)}/${encodeURIComponent(activityId)}`);
    const query = isChat ? { context: '{"contextType":"chat"}' } : { tenantId, parentMessageId: root };
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };

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
