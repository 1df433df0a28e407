import type { MessageView } from '../../api.ts';
import type { MessageLink } from '../text/message-link.ts';
import { readPlace, writePlace } from './address.ts';
import type { Api } from './api-client.ts';
import { type Outcome, outcomeOf } from './invoke-outcome.ts';
import { findMessage, type State, withEvent, withMessage, withOpened } from './state.ts';
import type { Store } from './store.ts';
import type { Sync } from './sync.ts';

export interface PressedAction {
  readonly kind: 'Action.Execute' | 'Action.Submit';
  readonly verb?: string;
  readonly id?: string;
  /** The action's own data with the card's inputs laid over it. */
  readonly data?: unknown;
}

/** All that a reader can do. Views call these and are drawn again from the store. */
export interface Session {
  /** Goes where the page's address says; else to the first person, in the first channel. */
  goToAddress(): void;
  become(person: string): void;
  open(conversationId: string): void;
  setDrawer(open: boolean): void;
  /** Opens the linked conversation and lights the message up for a moment. */
  follow(link: MessageLink): void;
  /** Sends a post, or a reply with `root`; answers whether it went out. */
  say(text: string, mentionsBot: boolean, root?: string): Promise<boolean>;
  /** Presses a button on one of a message's cards. */
  press(message: MessageView, cardIndex: number, action: PressedAction): Promise<Outcome>;
}

const highlightMs = 3_000;

export const createSession = (store: Store<State>, api: Api, sync: Sync): Session => {
  let highlightTimer: ReturnType<typeof setTimeout> | undefined;

  const tell = (text: string, rootId?: string) =>
    store.update((state) => {
      const notice = { type: 'notice', conversationId: state.open, text, ...(rootId && { rootId }) } as const;
      return withEvent(state, notice, Date.now());
    });

  const open = (conversationId: string) => {
    writePlace(store.get().me, conversationId, 'push');
    store.update((state) => withOpened(state, conversationId));
  };

  /** The event stream brings the same card, in the right order with later edits: whatever it brought by now is newer. */
  const replaceCard = (pressed: MessageView, cardIndex: number, card: unknown) =>
    store.update((state) =>
      findMessage(state, pressed) === pressed
        ? withMessage(state, { ...pressed, cards: pressed.cards.with(cardIndex, card) })
        : state,
    );

  return {
    goToAddress: () => {
      const { world, me, open: current, link } = store.get();
      const place = readPlace();
      const person = world.people.find(({ key }) => key === place.as)?.key ?? me;
      const conversation = place.in ?? current;
      if (person !== me || link === 'connecting') sync.start(person, conversation);
      else store.update((state) => withOpened(state, conversation));
    },
    become: (person) => {
      const { me, open: current, world } = store.get();
      if (person === me) return;
      const channel = world.team.channels.find(({ id }) => id === current) ?? world.team.channels[0];
      sync.start(person, channel?.id ?? '');
      writePlace(person, channel?.id ?? '', 'push');
    },
    open,
    setDrawer: (drawer) => store.update((state) => ({ ...state, drawer })),
    follow: ({ conversationId, messageId }) => {
      if (!store.get().conversations.some(({ id }) => id === conversationId)) {
        tell('That message stands in a conversation that you are not in.');
        return;
      }
      open(conversationId);
      store.update((state) => ({ ...state, highlighted: messageId }));
      clearTimeout(highlightTimer);
      const fade = () => store.update((state) => ({ ...state, highlighted: undefined }));
      highlightTimer = setTimeout(fade, highlightMs);
    },
    say: async (text, mentionsBot, root) => {
      const { me: as, open: conversation } = store.get();
      try {
        await api.post({ as, conversation, text, mentionsBot, ...(root && { root }) });
        return true;
      } catch {
        tell('That could not be sent; your text is still in the box. Is the sandbox running?', root);
        return false;
      }
    },
    press: async (message, cardIndex, { kind, ...action }) => {
      try {
        const result = await api.press({
          as: store.get().me,
          conversation: message.conversationId,
          message: message.id,
          action: { type: 'Action.Execute', ...action },
          ...(kind === 'Action.Submit' && { submit: true }),
        });
        const outcome = outcomeOf(result);
        if (outcome.kind === 'card') replaceCard(message, cardIndex, outcome.card);
        return outcome;
      } catch {
        return { kind: 'failed', code: 'The sandbox did not answer' };
      }
    },
  };
};
