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

/** The address of a message, as Teams' "Copy link" gives it; `parseMessageLink` reads it. */
export const messageLink = ({ conversationId, messageId }: MessageLink, tenantId: string, rootId?: string): string => {
  const path = `/l/message/${encodeURIComponent(conversationId)}/${encodeURIComponent(messageId)}`;
  const query = new URLSearchParams({ tenantId, ...(rootId && { parentMessageId: rootId }) });
  return `https://teams.microsoft.com${path}?${query}`;
};
