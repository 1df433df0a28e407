import type {
  AppState,
  ConversationView,
  DialogAnswer,
  DialogSource,
  FaultsView,
  FoundChoice,
  InvokeResult,
  MessageView,
  SignOn,
  TrafficView,
  World,
} from '../../api.ts';

const timeoutMs = 20_000;

interface Refusal {
  readonly error?: { readonly code?: string; readonly message?: string };
}

const whyOf = async (response: Response): Promise<string> => {
  const { error } = (await response.json().catch(() => ({}))) as Refusal;
  return error?.message ?? `Status ${response.status}`;
};

/** Why a change of the sandbox failed; undefined: it did not. */
export const whyNot = (change: Promise<unknown>): Promise<string | undefined> =>
  change.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'The sandbox did not answer.'),
  );

/** Calls the sandbox; an empty answer is undefined. Throws with the sandbox's message when it refuses or does not answer. */
const ask = async <Answer>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> => {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    // Every route that changes something needs JSON, also without a body.
    ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  });
  if (!response.ok) throw new Error(await whyOf(response));
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as Answer;
};

interface Post {
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

/** The requests of the panels: settings, inspector, faults. Each call throws when the sandbox refuses. */
export const toolsApi = {
  app: (as: string) => ask<AppState>(`/api/app?${new URLSearchParams({ as })}`),
  /** @param where `team`, `personal`, or the id of a place with members of its own */
  install: (as: string, where: string, installed: boolean) =>
    ask<unknown>('/api/app/installation', { as, where, installed }, 'PUT'),
  /** Whether the channel's moderation lets no bot post. */
  moderate: (as: string, channel: string, moderated: boolean) =>
    ask<unknown>('/api/app/moderation', { as, channel, moderated }, 'PUT'),
  permit: (as: string, readsChannelMessages: boolean) =>
    ask<unknown>('/api/app/permission', { as, readsChannelMessages }, 'PUT'),
  speak: (person: string, locale: string) =>
    ask<unknown>(`/api/people/${person}/locale`, { as: person, locale }, 'PUT'),
  signOn: (as: string, signOn: SignOn) => ask<unknown>('/api/app/sign-on', { as, signOn }, 'PUT'),
  traffic: (as: string) => ask<TrafficView[]>(`/api/traffic?${new URLSearchParams({ as })}`),
  faults: () => ask<FaultsView>('/api/faults'),
  /** Each fault is the body of a `FaultChoice`. */
  troubleConnector: (fault: object) => ask<unknown>('/api/faults/connector', fault),
  troubleInvokes: (fault: object) => ask<unknown>('/api/faults/invokes', fault),
  clearTroubles: () => ask<unknown>('/api/faults', undefined, 'DELETE'),
  /** A fault as the vendor sandbox takes it, or `{ clear: true }`. */
  troubleVendor: (fault: object) => ask<unknown>('/api/faults/vendor', fault),
  startIncident: () => ask<{ trackingId: string }>('/api/faults/incident', {}),
  advanceClock: (advanceMs: number) => ask<unknown>('/api/faults/clock', { advanceMs }),
};

export type ToolsApi = typeof toolsApi;
