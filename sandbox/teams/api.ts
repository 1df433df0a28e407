import type words from './page/text/fault-words.json';

/** The messages between the sandbox's server and its chat page: JSON under the sandbox's own origin. */

export interface PersonView {
  key: string;
  objectId: string;
  /** The channel account id (`29:…`), as in `refresh.userIds` and mention entities. */
  teamsId: string;
  name: string;
  title: string;
  guest: boolean;
  /** Of another organisation. */
  foreign?: true;
  inTeam: boolean;
  /** The current one: the page can change it. */
  locale: string;
  timezone: string;
}

export interface ConversationView {
  id: string;
  /** `personal`: the chat with the bot; `direct`: between two people, without it. */
  kind: 'channel' | 'personal' | 'group' | 'direct';
  name: string;
  team?: string;
  /** Of a channel. */
  type?: 'standard' | 'shared' | 'private';
  /** Keys of the people in it. */
  members: readonly string[];
  /** The other side of a personal chat: the bot's name. */
  with?: string;
}

/** A file consent request of the bot, with its answer. */
export interface FileConsentView {
  name: string;
  description?: string | undefined;
  sizeInBytes: number;
  state: 'asked' | 'accepted' | 'declined';
}

/** A file in the person's files, for download. */
export interface FileView {
  name: string;
  fileType: string;
  /** Under the sandbox's own origin. */
  downloadUrl: string;
}

export interface MessageView {
  id: string;
  /** Channel id or personal chat id, without `;messageid=`. */
  conversationId: string;
  /** Set on a reply in a channel: the id of the thread's first post. */
  rootId?: string | undefined;
  from: { kind: 'person' | 'bot'; key?: string; name: string };
  at: string;
  editedAt?: string | undefined;
  deleted?: true | undefined;
  text?: string | undefined;
  textFormat?: 'plain' | 'markdown' | 'html' | undefined;
  /** The `<at>…</at>` texts inside `text` that are real mentions. */
  mentions?: { text: string; name: string }[] | undefined;
  /** Adaptive Cards as JSON, in order. */
  cards: unknown[];
  /** In the order of the message's attachments. */
  consents?: FileConsentView[] | undefined;
  files?: FileView[] | undefined;
  summary?: string | undefined;
  /** The beginning of the message that it replies to, in a personal chat; empty for a card. */
  quoted?: { id: string; name: string; preview: string } | undefined;
  /** In a personal chat it also stands in its reader's activity feed. */
  alert?: boolean | undefined;
}

/** A command that the manifest suggests. */
export interface CommandView {
  title: string;
  description: string;
}

/** A message action of the app (a message extension's action command). */
interface MessageActionView {
  id: string;
  title: string;
  description: string;
}

export interface World {
  tenantId: string;
  bot: { id: string; name: string };
  team: { name: string; channels: ConversationView[] };
  people: PersonView[];
  /** From the manifest, by the scope in which they are suggested. */
  commands: { channel: CommandView[]; personal: CommandView[] };
  messageActions: MessageActionView[];
  app: { name: string; description: string; version: string };
  /** The languages that a person can choose. */
  locales: { tag: string; name: string }[];
}

/** Where the app is installed, and what it may read; `personal` is for the current person. */
export interface AppState {
  team: boolean;
  personal: boolean;
  /** By id: the channels and chats of this person that have members of their own. */
  places: Record<string, boolean>;
  /** Ids of the channels whose moderation lets no bot post. */
  moderated: string[];
  /** The resource-specific permission ChannelMessage.Read.Group: every message of the team's channels reaches the bot. */
  readsChannelMessages: boolean;
  /** Of the current person. */
  signOn: SignOn;
}

/**
 * How a person is signed in to Teams, which single sign-on takes over: minutes ago, since this morning, or without single
 * sign-on.
 */
export type SignOn = 'recent' | 'old' | 'off';

/** The source of a dialog: a card's button (task/fetch), or a message action (composeExtension/fetchTask). */
export type DialogSource =
  | { kind: 'card'; message: string; data: unknown }
  | { kind: 'messageAction'; command: string; message: string };

/** The bot's answer. */
export type DialogAnswer =
  | {
      kind: 'card';
      title: string;
      height?: number | 'small' | 'medium' | 'large';
      width?: number | 'small' | 'medium' | 'large';
      card: unknown;
    }
  | { kind: 'message'; text: string }
  /** Cards for the person's own next message, in the conversation of the source. */
  | { kind: 'compose'; cards: unknown[] }
  /** The dialog closes. */
  | { kind: 'closed' }
  /** Teams shows an error; `reason` is for the developer. */
  | { kind: 'failed'; reason: string };

/** One complete exchange between the sandbox's Teams and the bot, for developers. */
export interface TrafficView {
  /** Rising. */
  id: number;
  at: string;
  /** `bot`: an activity to the bot; `teams`: a call of the bot to the Connector. */
  to: 'bot' | 'teams';
  /** One line: `message · Ana Rossi`, `invoke adaptiveCard/action · Bo Lind`, `PUT …/activities/17… · Approvals · card`. */
  title: string;
  /** HTTP status; 0: no answer. */
  status: number;
  /** How long the answer took. */
  ms: number;
  request: unknown;
  response?: unknown;
}

/** A fault of the Connector for the bot's next calls. */
export interface ConnectorFaultView {
  kind: ConnectorFaultKind;
  /** The affected calls; all when absent. */
  on?: 'send' | 'edit' | 'create' | 'members';
  /** The number of calls that it still affects. */
  left: number;
  /** The Retry-After of `throttled`, or the delay of `slow`. */
  seconds?: number;
}

/** Those that the panel has words for. */
export type ConnectorFaultKind = keyof typeof words.connector.troubles;

/** The faults of invokes on their way to the bot. `again`: each is delivered twice with one id and twice with another. */
export type InvokeFaultKind = 'again' | 'late';

export interface FaultsView {
  connector: ConnectorFaultView[];
  /** `seconds`: the delay. */
  invokes: { kind: InvokeFaultKind; left: number; seconds?: number }[];
  /** From the vendor sandbox's `GET /__sandbox/faults`, `/__sandbox/clock` and `/__sandbox/info`; absent without a vendor sandbox. */
  vendor?: {
    faults: unknown[];
    clock: { now: string; offsetMs: number };
    pace: { listLagMs: number; minimumActiveMs: number };
  };
}

export type ServerEvent =
  /** New, or changed under the same id. */
  | { type: 'message'; message: MessageView }
  | { type: 'typing'; conversationId: string; rootId?: string }
  /** A notice of the sandbox: the bot could not be reached, or its answer is one that Teams refuses. */
  | { type: 'notice'; conversationId: string; rootId?: string; text: string }
  /** Conversations, people or the app's state changed: load again. */
  | { type: 'world' }
  /** Only on a stream opened with `inspect=1`. */
  | { type: 'traffic'; entry: TrafficView };

/** A choice that a bot found for what somebody typed into a list. */
export interface FoundChoice {
  title: string;
  value: string;
}

export interface InvokeResult {
  status: number;
  body?: { statusCode?: number; type?: string; value?: unknown };
}
