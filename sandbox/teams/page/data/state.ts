import type { ConversationView, MessageView, ServerEvent, World } from '../../api.ts';
import { clockTime } from '../text/format.ts';
import type { Composed, Dialog } from './dialog.ts';
import { initialShell, type Shell, withoutToasts, withToast } from './shell.ts';

/** A quiet line of the sandbox's own, shown until the page is loaded again. */
export interface Notice {
  readonly conversationId: string;
  readonly rootId?: string;
  readonly text: string;
  /** Set where something went wrong. */
  readonly trouble?: true;
}

/** Where the bot is writing, and until when (milliseconds) that may be believed. */
export interface Typing {
  readonly conversationId: string;
  readonly rootId?: string;
  readonly until: number;
}

export interface State {
  readonly world: World;
  /** Key of the person that the reader is now. */
  readonly me: string;
  readonly conversations: readonly ConversationView[];
  /** Id of the open conversation. */
  readonly open: string;
  /** Oldest first, by conversation; a conversation that is missing here is still loading. */
  readonly messages: Readonly<Record<string, readonly MessageView[]>>;
  /** Until which moment (ISO text) this person has read each conversation. */
  readonly seen: Readonly<Record<string, string>>;
  /** The message below the line "New" in the open conversation. */
  readonly newFrom?: string | undefined;
  readonly notices: readonly Notice[];
  readonly typing: readonly Typing[];
  readonly link: 'connecting' | 'live' | 'lost';
  /** Whether the list of conversations is pulled out on a narrow screen. */
  readonly drawer: boolean;
  /** The message that a link has just led to. */
  readonly highlighted?: string | undefined;
  /** Where a button was pressed whose answer may come as a message, and until when (milliseconds) it is waited for. */
  readonly awaited?: { readonly conversationId: string; readonly until: number } | undefined;
  /** The message that answered it. */
  readonly answer?: string | undefined;
  /** The announcement of the newest message for screen readers. */
  readonly announcement: string;
  /** The Teams dialog that is open. */
  readonly dialog?: Dialog | undefined;
  /** What a dialog left for this person's next message. */
  readonly composed?: Composed | undefined;
  /** The message in a chat that this person's next one replies to. */
  readonly quoting?: MessageView | undefined;
  /** Whether cards are shown as by a client that knows no Action.Execute: with their fallbacks. */
  readonly olderClient: boolean;
  /** The state around the conversations. */
  readonly shell: Shell;
}

const typingLastsMs = 8_000;

export const initialState = (world: World, me: string, open: string): State => ({
  world,
  me,
  conversations: world.team.channels,
  open,
  messages: {},
  seen: {},
  notices: [],
  typing: [],
  link: 'connecting',
  drawer: false,
  announcement: '',
  olderClient: false,
  shell: initialShell,
});

type InThread = Pick<MessageView, 'conversationId' | 'rootId'>;

const sameThread = (a: InThread, b: InThread) => a.conversationId === b.conversationId && a.rootId === b.rootId;

/** Announces only that there is a new message, not its text. */
const announce = (state: State, { conversationId, from, at }: MessageView): string =>
  conversationId === state.open && from.key !== state.me
    ? `New message from ${from.name}, ${clockTime(at)}`
    : state.announcement;

/** As Teams does: a toast is for the own chat and for a mention; everything else is a number beside the conversation. */
const isForMe = ({ world, me }: State, { kind }: ConversationView, { mentions = [] }: MessageView): boolean =>
  kind !== 'channel' || mentions.some(({ name }) => name === world.people.find(({ key }) => key === me)?.name);

/** A toast is for a message of somebody else in a conversation that is not open. */
const shellTold = (state: State, message: MessageView): Shell => {
  const where = state.conversations.find(({ id }) => id === message.conversationId);
  const isHeard = where && where.id !== state.open && !message.deleted && message.from.key !== state.me;
  return isHeard && isForMe(state, where, message)
    ? withToast(state.shell, { message, where: where.name })
    : state.shell;
};

/** Marks all messages of the open conversation as read. */
const withOpenSeen = (state: State): State => {
  const last = state.messages[state.open]?.at(-1)?.at;
  if (!last || (state.seen[state.open] ?? '') >= last) return state;
  return { ...state, seen: { ...state.seen, [state.open]: last } };
};

const answerLastsMs = 10_000;

/** After a press in a conversation the page goes to the message that answers it. */
export const withAwaited = (state: State, conversationId: string, now: number): State => ({
  ...state,
  awaited: { conversationId, until: now + answerLastsMs },
});

/** The first new message of the bot since the press is its answer. */
const withAnswer = (state: State, { id, conversationId, from, at }: MessageView): State =>
  state.awaited?.conversationId === conversationId && from.kind === 'bot' && Date.parse(at) < state.awaited.until
    ? { ...state, awaited: undefined, answer: id }
    : state;

/** Puts a new message at the end, or a changed one in the place of its older self. */
export const withMessage = (state: State, message: MessageView): State => {
  const before = state.messages[message.conversationId] ?? [];
  const known = before.some((each) => each.id === message.id);
  const after = known ? before.map((each) => (each.id === message.id ? message : each)) : [...before, message];
  return withOpenSeen({
    ...(known ? state : withAnswer(state, message)),
    messages: { ...state.messages, [message.conversationId]: after },
    typing: message.from.kind === 'bot' ? state.typing.filter((each) => !sameThread(each, message)) : state.typing,
    announcement: known ? state.announcement : announce(state, message),
    // What has changed since is no news any more.
    shell: known ? withoutToasts(state.shell, (toast) => toast.message.id === message.id) : shellTold(state, message),
  });
};

/** The state after one event of the server; `now` is in milliseconds. Event `world` changes nothing by itself. */
export const withEvent = (state: State, event: ServerEvent, now: number): State => {
  switch (event.type) {
    case 'message':
      return withMessage(state, event.message);
    case 'typing': {
      const others = state.typing.filter((each) => !sameThread(each, event));
      return { ...state, typing: [...others, { ...event, until: now + typingLastsMs }] };
    }
    case 'notice':
      return { ...state, notices: [...state.notices, event] };
    case 'world':
    case 'traffic':
      return state;
  }
};

const notYours = (conversationId: string, name: string | undefined): Notice => ({
  conversationId,
  text: `The address leads to a conversation that does not exist or is not yours. This is ${name}.`,
  trouble: true,
});

/** The first message that others wrote here since this person looked; none on a first visit. */
const firstNew = ({ seen, messages, me }: State, conversationId: string): string | undefined => {
  const since = seen[conversationId];
  if (since === undefined) return undefined;
  return messages[conversationId]?.find(({ at, from, deleted }) => at > since && from.key !== me && !deleted)?.id;
};

/** Takes over what the server holds now; an open conversation that is not this person's, or none, gives way to the first one. */
export const withLoaded = (
  state: State,
  conversations: readonly ConversationView[],
  messages: State['messages'],
): State => {
  const isTheirs = conversations.some(({ id }) => id === state.open);
  const first = conversations[0];
  const open = isTheirs ? state.open : (first?.id ?? '');
  // What could not be sent can be sent now.
  const kept = state.link === 'lost' ? state.notices.filter(({ trouble }) => !trouble) : state.notices;
  const notices = isTheirs || !first || state.open === '' ? kept : [...kept, notYours(first.id, first.name)];
  const loaded: State = { ...state, conversations, messages, open, notices, link: 'live' };
  const newFrom = state.link === 'connecting' ? firstNew(loaded, open) : state.newFrom;
  return withOpenSeen({ ...loaded, newFrom });
};

export const withOpened = (state: State, conversationId: string): State =>
  withOpenSeen({
    ...state,
    open: conversationId,
    newFrom: conversationId === state.open ? state.newFrom : firstNew(state, conversationId),
    drawer: false,
    highlighted: undefined,
    shell: withoutToasts(state.shell, ({ message }) => message.conversationId === conversationId),
  });

/** A line of the page's own under a conversation or a thread. */
export const withNotice = (state: State, notice: Notice): State => ({ ...state, notices: [...state.notices, notice] });

/** Removes the error notices there, after a success. */
export const withoutTrouble = (state: State, at: Omit<Notice, 'text'>): State => ({
  ...state,
  notices: state.notices.filter((notice) => !notice.trouble || !sameThread(notice, at)),
});

/** Drops what the bot announced to be writing and never sent. */
export const withoutStaleTyping = (state: State, now: number): State =>
  state.typing.some((each) => each.until <= now)
    ? { ...state, typing: state.typing.filter((each) => each.until > now) }
    : state;

/** How many messages somebody else wrote in a conversation since this person looked. */
export const unreadCount = ({ seen, messages, open, me }: State, conversationId: string): number => {
  if (conversationId === open) return 0;
  const since = seen[conversationId] ?? '';
  const isNew = ({ at, from, deleted }: MessageView) => at > since && from.key !== me && !deleted;
  return (messages[conversationId] ?? []).filter(isNew).length;
};

/** Over all of this person's conversations. */
export const unreadTotal = (state: State): number =>
  state.conversations.reduce((sum, { id }) => sum + unreadCount(state, id), 0);

/** The message as the store holds it now; a changed message is another object. */
export const findMessage = (state: State, { conversationId, id }: MessageView): MessageView | undefined =>
  state.messages[conversationId]?.find((each) => each.id === id);
