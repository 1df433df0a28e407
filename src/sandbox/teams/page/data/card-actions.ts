import type { FoundChoice, MessageView } from '../../api.ts';
import type { Api } from './api-client.ts';
import { opensDialog } from './dialog.ts';
import type { DialogActions } from './dialog-actions.ts';
import { type Outcome, outcomeOf } from './invoke-outcome.ts';
import { type RefreshAction, refreshesByItself, refreshOf, viewIsFreshMs } from './refresh.ts';
import { findMessage, type State, withAwaited, withMessage } from './state.ts';
import type { Store } from './store.ts';

export interface PressedAction extends RefreshAction {
  readonly kind: 'Action.Execute' | 'Action.Submit';
}

/** All that a reader, or the page for them, does with the cards of a message. */
export interface CardActions {
  /** Presses a button: an Action.Execute, a message with a value, or what opens a dialog. */
  press(message: MessageView, cardIndex: number, action: PressedAction): Promise<Outcome>;
  /** What the bot finds for what is typed into a list; nothing where it does not answer. */
  search(message: string, dataset: string, text: string): Promise<readonly FoundChoice[]>;
  /** Tells that a card came into sight: it asks for this person's own view, of one version at most once a minute. */
  see(message: MessageView, cardIndex: number): Promise<void>;
  /** Says yes or no to a bot's file. */
  answerConsent(message: MessageView, index: number, accept: boolean): Promise<Outcome>;
}

const away: Outcome = { kind: 'unreachable', code: 'The sandbox did not answer' };

export const createCardActions = (store: Store<State>, api: Api, dialogs: DialogActions): CardActions => {
  /** When each version of a card was refreshed last. */
  const refreshed = new Map<string, number>();

  /** The event stream brings the same card, in the right order with later edits: whatever it brought by now is newer. */
  const replaceCard = (pressed: MessageView, cardIndex: number, card: unknown) =>
    store.update((state) =>
      findMessage(state, pressed) === pressed
        ? withMessage(state, { ...pressed, cards: pressed.cards.with(cardIndex, card) })
        : state,
    );

  const invoke = async (
    message: MessageView,
    cardIndex: number,
    { kind, ...action }: PressedAction,
    automatic = false,
  ): Promise<Outcome> => {
    try {
      const result = await api.press({
        as: store.get().me,
        conversation: message.conversationId,
        message: message.id,
        action: { type: 'Action.Execute', ...action },
        ...(kind === 'Action.Submit' && { submit: true }),
        ...(automatic && { trigger: 'automatic' }),
      });
      const outcome = outcomeOf(result);
      if (outcome.kind === 'card') replaceCard(message, cardIndex, outcome.card);
      return outcome;
    } catch {
      return away;
    }
  };

  const withAnswerTo = (outcome: Outcome): Outcome => {
    const { awaited, answer } = store.get();
    return outcome.kind === 'message' && !awaited && answer ? { ...outcome, answer } : outcome;
  };

  return {
    press: async (message, cardIndex, action) => {
      store.update((state) => withAwaited(state, message.conversationId, Date.now()));
      if (action.kind === 'Action.Execute' || !opensDialog(action.data))
        return withAnswerTo(await invoke(message, cardIndex, action));
      await dialogs.open(message.conversationId, { kind: 'card', message: message.id, data: action.data });
      return { kind: 'sent' };
    },
    search: (message, dataset, text) => api.search(store.get().me, message, dataset, text).catch(() => []),
    see: async (message, cardIndex) => {
      const { me, world, olderClient, conversations } = store.get();
      const place = conversations.find(({ id }) => id === message.conversationId);
      const card = message.cards[cardIndex];
      const action = refreshOf(card);
      const person = world.people.find(({ key }) => key === me);
      if (olderClient || !action || !person || !refreshesByItself(card, person.teamsId, place?.members.length ?? 0))
        return;
      const version = [me, message.id, cardIndex, message.editedAt].join(' ');
      const now = Date.now();
      if (now - (refreshed.get(version) ?? 0) < viewIsFreshMs) return;
      refreshed.set(version, now);
      await invoke(message, cardIndex, { kind: 'Action.Execute', ...action }, true);
    },
    answerConsent: async ({ id }, index, accept) => {
      try {
        const result = await api.answerConsent(store.get().me, id, index, accept);
        return result.status === 200 ? { kind: 'sent' } : { kind: 'unreachable', code: `Status ${result.status}` };
      } catch {
        return away;
      }
    },
  };
};
