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

/**
 * Teams also calls a chat between two people `personal`: what is for one of them must not stand there. The chat of a meeting is
 * a group chat, also where Teams does not say so.
 * @param type as Teams calls it
 * @returns undefined where neither says it
 */
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

/**
 * The address that opens a message in Teams; undefined where Microsoft documents none, as for the chat with a bot alone.
 * @param host of Teams' own pages in this cloud
 */
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
