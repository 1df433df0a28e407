import type { ConversationView, InvokeResult, MessageView, World } from '../../api.ts';

export interface Post {
  readonly as: string;
  readonly conversation: string;
  /** The thread's first post, for a reply in a channel. */
  readonly root?: string;
  readonly text: string;
  readonly mentionsBot: boolean;
}

export interface Press {
  readonly as: string;
  readonly conversation: string;
  readonly message: string;
  readonly action: { type: 'Action.Execute'; verb?: string; id?: string; data?: unknown };
  readonly submit?: true;
}

const timeoutMs = 20_000;

const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const response = await fetch(path, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path.split('?')[0]} answered ${response.status}`);
  return (await response.json()) as Answer;
};

/** The sandbox's own API (api.ts). Each call throws when the sandbox is away or says no. */
export const api = {
  world: () => ask<World>('/api/world'),
  conversations: (as: string) => ask<ConversationView[]>(`/api/conversations?${new URLSearchParams({ as })}`),
  messages: (as: string, conversation: string) =>
    ask<MessageView[]>(`/api/messages?${new URLSearchParams({ as, conversation })}`),
  post: (post: Post) => ask<{ id: string }>('/api/messages', post),
  press: (press: Press) => ask<InvokeResult>('/api/invoke', press),
};

export type Api = typeof api;
