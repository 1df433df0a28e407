export interface MessageLink {
  readonly conversationId: string;
  readonly messageId: string;
}

/** Where people use Teams in a browser: the public cloud, GCC High, DoD and China. */
const hosts: ReadonlySet<string> = new Set(
  'teams.microsoft.com gov.teams.microsoft.us dod.teams.microsoft.us teams.microsoftonline.cn'.split(' '),
);

const CHAT = '{"contextType":"chat"}';
const isChannel = (id: string): boolean => /^19:.+@thread\.(tacv2|skype)$/i.test(id);
const isChat = (id: string): boolean => /^19:.+@(thread\.v2|unq\.gbl\.spaces)$/i.test(id);

/** Teams opens the forms that Microsoft documents: the chat's has its context and no tenant, the channel's its tenant and thread. */
const isDocumented = (id: string, query: URLSearchParams): boolean =>
  isChat(id)
    ? query.get('context') === CHAT && !query.has('tenantId')
    : isChannel(id) && Boolean(query.get('tenantId') && query.get('parentMessageId'));

/** Reads an address `https://teams.microsoft.com/l/message/<conversation>/<message>?…`; undefined for any other. */
export const parseMessageLink = (address: string): MessageLink | undefined => {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || !hosts.has(url.hostname)) return undefined;
  const [, conversation, message] = /^\/l\/message\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!conversation || !message) return undefined;
  try {
    const conversationId = decodeURIComponent(conversation);
    if (!isDocumented(conversationId, url.searchParams)) return undefined;
    return { conversationId, messageId: decodeURIComponent(message) };
  } catch {
    return undefined;
  }
};

/** The address of a message, as Teams' "Copy link" gives it; undefined in the chat with a bot alone, whose messages have none. */
export const messageLink = (
  { conversationId, messageId }: MessageLink,
  tenantId: string,
  rootId = messageId,
): string | undefined => {
  if (!isChat(conversationId) && !isChannel(conversationId)) return undefined;
  const path = `/l/message/${encodeURIComponent(conversationId)}/${encodeURIComponent(messageId)}`;
  const query = isChat(conversationId) ? { context: CHAT } : { tenantId, parentMessageId: rootId };
  return `https://teams.microsoft.com${path}?${new URLSearchParams(query)}`;
};

/** Hosts under `.example` exist nowhere: the sandbox plays the page that such a link leads to. */
export const playedAddress = (address: string): string => {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname.endsWith('.example')
    ? `/portal?${new URLSearchParams({ address })}`
    : address;
};
