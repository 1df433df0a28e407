export interface MessageLink {
  readonly conversationId: string;
  readonly messageId: string;
}

/** Reads an address `https://teams.microsoft.com/l/message/<conversation>/<message>?…`; undefined for any other. */
export const parseMessageLink = (address: string): MessageLink | undefined => {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.hostname !== 'teams.microsoft.com') return undefined;
  const [, conversationId, messageId] = /^\/l\/message\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!conversationId || !messageId) return undefined;
  try {
    return { conversationId: decodeURIComponent(conversationId), messageId: decodeURIComponent(messageId) };
  } catch {
    return undefined;
  }
};
