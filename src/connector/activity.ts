import { type FileCard, fileAttachment } from './file-card.ts';

/** What the bot says: a text, a card, a file, or the sign that it is typing. One of them, never two. */
export interface OutgoingActivity {
  readonly text?: string;
  readonly textFormat?: 'markdown' | 'plain';
  /** Adaptive Card JSON. It goes alone: Teams splits text and card into two messages, and the answer may then carry no id. */
  readonly card?: unknown;
  readonly file?: FileCard;
  /** What the toast and the activity feed say about a card or a file. */
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
  const attachments = attachmentsOf(activity);
  if (attachments.length > 1 || (attachments.length === 1 && activity.text !== undefined)) {
    throw new TypeError('a card goes alone');
  }
  const { summary, entities } = activity;
  return {
    type: 'message',
    ...sender,
    ...(attachments.length === 0 ? wireText(activity) : { attachments }),
    ...(summary === undefined ? {} : { summary }),
    ...(entities === undefined ? {} : { entities }),
  };
};

const attachmentsOf = ({ card, file }: OutgoingActivity): readonly unknown[] => [
  ...(card === undefined ? [] : [adaptiveCard(card)]),
  ...(file === undefined ? [] : [fileAttachment(file)]),
];

const wireText = ({ text = '', textFormat = 'plain' }: OutgoingActivity) => ({ text, textFormat });

const adaptiveCard = (content: unknown) => ({ contentType: 'application/vnd.microsoft.card.adaptive', content });
