/**
 * The address that opens a message in Teams.
 * @param conversationId with `;messageid=` when the message stands in a thread
 */
export const messageLink = (tenantId: string, conversationId: string, activityId: string): string => {
  const [channel = '', root] = conversationId.split(';messageid=');
  const url = new URL(
    `https://teams.microsoft.com/l/message/${encodeURIComponent(channel)}/${encodeURIComponent(activityId)}`,
  );
  url.searchParams.set('tenantId', tenantId);
  if (root !== undefined) url.searchParams.set('parentMessageId', root);
  return url.href;
};
