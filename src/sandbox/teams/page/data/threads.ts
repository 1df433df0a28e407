import type { MessageView } from '../../api.ts';

export interface Thread {
  readonly root: MessageView;
  readonly replies: readonly MessageView[];
}

/** A channel's messages as threads, in the order of their first posts; a reply whose root is missing stands alone. */
export const threadsOf = (messages: readonly MessageView[]): Thread[] => {
  const threads = new Map<string, { root: MessageView; replies: MessageView[] }>();
  for (const message of messages) {
    const thread = message.rootId ? threads.get(message.rootId) : undefined;
    if (thread) thread.replies.push(message);
    else threads.set(message.id, { root: message, replies: [] });
  }
  return [...threads.values()];
};
