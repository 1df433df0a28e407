import type { ConversationView, MessageView } from '../../api.ts';
import type { State } from './state.ts';

/** The conversation that is open, if this person has it. */
export const openPlace = ({ conversations, open }: Pick<State, 'conversations' | 'open'>) =>
  conversations.find(({ id }) => id === open);

/** Where the app is added so that it is in this conversation. */
export const installedWith = ({ id, kind, type }: ConversationView): string => {
  if (kind === 'personal') return 'personal';
  return kind === 'channel' && type === 'standard' ? 'team' : id;
};

/** Whether the app is in this conversation; undefined until that is loaded. */
export const hasApp = ({ shell: { app } }: Pick<State, 'shell'>, place: ConversationView): boolean | undefined => {
  const where = installedWith(place);
  return where === 'team' || where === 'personal' ? app?.[where] : app?.places[where];
};

/** A place beside the team's own channels and the chat with the bot. */
export const isOther = ({ kind, type }: ConversationView): boolean =>
  kind === 'channel' ? type !== 'standard' : kind !== 'personal';

export interface Thread {
  readonly root: MessageView;
  readonly replies: readonly MessageView[];
}

/** A channel's messages as threads, in the order of their first posts; a reply without its root is a thread of its own. */
export const threadsOf = (messages: readonly MessageView[]): Thread[] => {
  const threads = new Map<string, { root: MessageView; replies: MessageView[] }>();
  for (const message of messages) {
    const thread = message.rootId ? threads.get(message.rootId) : undefined;
    if (thread) thread.replies.push(message);
    else threads.set(message.id, { root: message, replies: [] });
  }
  return [...threads.values()];
};

const mostOpen = 4;
const lastOnes = 2;

/** How many replies at the beginning of a thread are folded at first. */
export const foldedReplies = (count: number): number => (count > mostOpen ? count - lastOnes : 0);

/** Who wrote these messages, each once, in the order of their first words: "A", "A and B", "A, B and 2 others". */
export const authorsOf = (messages: readonly MessageView[]): string => {
  const names = [...new Set(messages.map(({ from }) => from.name))];
  if (names.length <= 2) return names.join(' and ');
  const others = names.length - 2;
  return `${names.slice(0, 2).join(', ')} and ${others} ${others === 1 ? 'other' : 'others'}`;
};
