import type {
  ConversationView,
  DialogAnswer,
  DialogSource,
  FoundChoice,
  InvokeResult,
  MessageView,
  World,
} from '../../api.ts';
import { ask } from './ask.ts';

export interface Post {
  readonly as: string;
  readonly conversation: string;
  /** The thread's first post, for a reply in a channel. */
  readonly root?: string;
  readonly text: string;
  readonly mentionsBot: boolean;
  /** A message action's cards, sent as the person's own. */
  readonly cards?: readonly unknown[];
  /** The message of the same chat that it replies to. */
  readonly quotes?: string;
}

export interface Press {
  readonly as: string;
  readonly conversation: string;
  readonly message: string;
  readonly action: { type: 'Action.Execute'; verb?: string; id?: string; data?: unknown };
  readonly submit?: true;
  /** Set where the page, not the person, refreshes a card. */
  readonly trigger?: 'automatic';
  /** What the window of a sign-in handed over. */
  readonly state?: string;
}

const addressOf = (message: string) => `/api/messages/${encodeURIComponent(message)}`;

/** The sandbox's own API (api.ts). Each call throws when the sandbox does not answer or refuses. */
export const api = {
  world: () => ask<World>('/api/world'),
  conversations: (as: string) => ask<ConversationView[]>(`/api/conversations?${new URLSearchParams({ as })}`),
  messages: (as: string, conversation: string) =>
    ask<MessageView[]>(`/api/messages?${new URLSearchParams({ as, conversation })}`),
  post: (post: Post) => ask<{ id: string }>('/api/messages', post),
  edit: (as: string, message: string, text: string) => ask<unknown>(addressOf(message), { as, text }, 'PUT'),
  remove: (as: string, message: string) => ask<unknown>(addressOf(message), { as }, 'DELETE'),
  press: (press: Press) => ask<InvokeResult>('/api/invoke', press),
  search: (as: string, message: string, dataset: string, text: string) =>
    ask<FoundChoice[]>('/api/search', { as, message, dataset, text }),
  openDialog: (as: string, source: DialogSource) => ask<DialogAnswer>('/api/dialogs', { as, source }),
  submitDialog: (as: string, source: DialogSource, data: unknown) =>
    ask<DialogAnswer>('/api/dialogs/submit', { as, source, data }),
  answerConsent: (as: string, message: string, index: number, accept: boolean) =>
    ask<InvokeResult>('/api/files/consent', { as, message, index, accept }),
};

export type Api = typeof api;
