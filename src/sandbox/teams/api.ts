/** What the sandbox's server and its chat page say to each other: JSON under the sandbox's own origin. */

export interface PersonView {
  key: string;
  objectId: string;
  name: string;
  title: string;
  guest: boolean;
  locale: string;
  timezone: string;
}

export interface ConversationView {
  id: string;
  kind: 'channel' | 'personal';
  name: string;
  team?: string;
  /** The other side of a personal chat: the bot's name. */
  with?: string;
}

export interface MessageView {
  id: string;
  /** Channel id or personal chat id, without `;messageid=`. */
  conversationId: string;
  /** Set on a reply in a channel: the id of the thread's first post. */
  rootId?: string;
  from: { kind: 'person' | 'bot'; key?: string; name: string };
  at: string;
  editedAt?: string;
  deleted?: true;
  text?: string;
  textFormat?: 'plain' | 'markdown' | 'html';
  /** The `<at>…</at>` texts inside `text` that are real mentions. */
  mentions?: { text: string; name: string }[];
  /** Adaptive Cards as JSON, in order. */
  cards: unknown[];
  summary?: string;
}

export interface World {
  tenantId: string;
  bot: { id: string; name: string };
  team: { name: string; channels: ConversationView[] };
  people: PersonView[];
}

export type ServerEvent =
  /** New, or changed under the same id. */
  | { type: 'message'; message: MessageView }
  | { type: 'typing'; conversationId: string; rootId?: string }
  /** A line of the sandbox's own: the bot could not be reached, or gave an answer that Teams refuses. */
  | { type: 'notice'; conversationId: string; rootId?: string; text: string }
  /** Conversations changed: load again. */
  | { type: 'world' };

export interface InvokeResult {
  status: number;
  body?: { statusCode?: number; type?: string; value?: unknown };
}
