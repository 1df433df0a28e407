/** What the bot says: a text, a card, or the sign that it is typing. One of the three, never two. */
export interface OutgoingActivity {
  readonly text?: string;
  readonly textFormat?: 'markdown' | 'plain';
  /** Adaptive Card JSON. It goes alone: Teams splits text and card into two messages, and the answer may then carry no id. */
  readonly card?: unknown;
  /** What the toast and the activity feed say about a card. */
  readonly summary?: string;
  readonly entities?: readonly unknown[];
  readonly typing?: true;
}

/**
 * The activity as the Connector takes it.
 * @throws TypeError when a text stands beside a card: a fault of ours that no retry mends
 */
export const toWire = (activity: OutgoingActivity, botId: string, conversationId: string): Record<string, unknown> => {
  const sender = { from: { id: botId }, conversation: { id: conversationId } };
  if (activity.typing) return { type: 'typing', ...sender };
  if (activity.card !== undefined && activity.text !== undefined) throw new TypeError('a card goes without text');
  const { summary, entities } = activity;
  return {
    type: 'message',
    ...sender,
    ...(activity.card === undefined ? wireText(activity) : { attachments: [adaptiveCard(activity.card)] }),
    ...(summary === undefined ? {} : { summary }),
    ...(entities === undefined ? {} : { entities }),
  };
};

const wireText = ({ text = '', textFormat = 'plain' }: OutgoingActivity) => ({ text, textFormat });

const adaptiveCard = (content: unknown) => ({ contentType: 'application/vnd.microsoft.card.adaptive', content });
