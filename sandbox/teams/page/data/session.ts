import type { MessageView } from '../../api.ts';
import type { MessageLink } from '../text/links.ts';
import { type Api, whyNot } from './api-client.ts';
import { lastConversation, readPlace, writePlace } from './browser-memory.ts';
import { type CardActions, createCardActions } from './card-actions.ts';
import { createDialogActions, type DialogActions } from './dialog.ts';
import type { ShellActions } from './shell.ts';
import { type State, withNotice, withOpened, withoutTrouble } from './state.ts';
import type { Store } from './store.ts';
import type { Sync } from './sync.ts';

/** All that a reader can do. Views call these and are drawn again from the store. */
export interface Session {
  readonly shell: ShellActions;
  readonly cards: CardActions;
  readonly dialogs: DialogActions;
  /** Changes the person's own message; answers why it did not happen, undefined when it did. `remove` likewise. */
  edit(message: MessageView, text: string): Promise<string | undefined>;
  remove(message: MessageView): Promise<string | undefined>;
  /** Opens the place in the page's address; else the first channel as the first person. */
  goToAddress(): void;
  /** Looks through another person's eyes, where they looked last. */
  become(person: string): void;
  open(conversationId: string): void;
  setDrawer(open: boolean): void;
  /** Opens the linked conversation and lights the message up for a moment. */
  follow(link: MessageLink): void;
  /** Sends a post with the cards that a dialog left, or a reply with `root`; answers whether it went out. */
  say(text: string, mentionsBot: boolean, root?: string): Promise<boolean>;
  /** Shows cards as a client does that knows no Action.Execute, or as Teams does now. */
  setOlderClient(older: boolean): void;
  /** The person's next message in this chat replies to that one; undefined: to none. */
  quote(message: MessageView | undefined): void;
}

const highlightMs = 3_000;

export const createSession = (store: Store<State>, api: Api, sync: Sync, shell: ShellActions): Session => {
  const dialogs = createDialogActions(store, api);
  let highlightTimer: ReturnType<typeof setTimeout> | undefined;

  const here = (rootId?: string) => ({ conversationId: store.get().open, ...(rootId && { rootId }) });
  const settle = (rootId?: string) => store.update((state) => withoutTrouble(state, here(rootId)));
  /** One line of trouble at most: the newest. */
  const tell = (text: string, rootId?: string) => {
    settle(rootId);
    store.update((state) => withNotice(state, { ...here(rootId), text, trouble: true }));
  };

  const quote = (quoting: MessageView | undefined) => store.update((state) => ({ ...state, quoting }));

  const open = (conversationId: string) => {
    writePlace(store.get().me, conversationId, 'push');
    store.update((state) => withOpened(state, conversationId));
  };

  return {
    shell,
    dialogs,
    cards: createCardActions(store, api, dialogs),
    edit: ({ id }, text) => whyNot(api.edit(store.get().me, id, text)),
    remove: ({ id }) => whyNot(api.remove(store.get().me, id)),
    goToAddress: () => {
      const { world, me, open: current, link, conversations } = store.get();
      const place = readPlace();
      const person = world.people.find(({ key }) => key === place.as)?.key ?? me;
      const conversation = place.in ?? current;
      if (person !== me || link === 'connecting') sync.start(person, conversation);
      else if (conversations.some(({ id }) => id === conversation))
        store.update((state) => withOpened(state, conversation));
    },
    become: (person) => {
      const { me, world } = store.get();
      if (person === me) return;
      const inTeam = world.people.some(({ key, inTeam }) => key === person && inTeam);
      const conversation = lastConversation(person) ?? (inTeam ? world.team.channels[0]?.id : undefined) ?? '';
      sync.start(person, conversation);
      writePlace(person, conversation, 'push');
    },
    open,
    setDrawer: (drawer) => store.update((state) => ({ ...state, drawer })),
    follow: ({ conversationId, messageId }) => {
      if (!store.get().conversations.some(({ id }) => id === conversationId)) {
        tell('That message is in a conversation that you are not in.');
        return;
      }
      open(conversationId);
      store.update((state) => ({ ...state, highlighted: messageId }));
      clearTimeout(highlightTimer);
      const fade = () => store.update((state) => ({ ...state, highlighted: undefined }));
      highlightTimer = setTimeout(fade, highlightMs);
    },
    say: async (text, mentionsBot, root) => {
      const { me: as, open: conversation, composed, quoting } = store.get();
      const cards = !root && composed?.conversation === conversation ? composed.cards : undefined;
      const quotes = quoting?.conversationId === conversation ? quoting.id : undefined;
      const more = { ...(root && { root }), ...(cards && { cards }), ...(quotes && { quotes }) };
      try {
        await api.post({ as, conversation, text, mentionsBot, ...more });
        if (quotes) quote(undefined);
        if (cards) dialogs.dropComposed();
        settle(root);
        return true;
      } catch {
        tell('The message was not sent; your text is still in the box. Is the sandbox running?', root);
        return false;
      }
    },
    quote,
    setOlderClient: (olderClient) => store.update((state) => ({ ...state, olderClient })),
  };
};
