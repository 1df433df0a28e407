import type { FoundChoice, InvokeResult, MessageView } from '../../api.ts';
import { type RefreshAction, refreshesByItself, refreshOf, viewIsFreshMs } from '../card/card-json.ts';
import type { Api, Press } from './api-client.ts';
import { type DialogActions, opensDialog } from './dialog.ts';
import { type Outcome, outcomeOf, refusesSignIn, type SignInRequest } from './invoke-outcome.ts';
import { openSignInWindow } from './sign-in-window.ts';
import { findMessage, type State, withAwaited, withMessage } from './state.ts';
import type { Store } from './store.ts';

export interface PressedAction extends RefreshAction {
  readonly kind: 'Action.Execute' | 'Action.Submit';
}

/** All that a reader, or the page for them, does with the cards of a message. */
export interface CardActions {
  /** Presses a button: an Action.Execute, a message with a value, or what opens a dialog. */
  press(message: MessageView, cardIndex: number, action: PressedAction): Promise<Outcome>;
  /** Opens the window of a sign-in that a press asks for, and presses once more when it is done. */
  signIn(message: MessageView, cardIndex: number, action: PressedAction, request: SignInRequest): Promise<Outcome>;
  /** What the bot finds for what is typed into a list; nothing where it does not answer. */
  search(message: string, dataset: string, text: string): Promise<readonly FoundChoice[]>;
  /** Tells that a card came into sight: it asks for this person's own view, of one version at most once a minute. */
  see(message: MessageView, cardIndex: number): Promise<void>;
  /** Says yes or no to a bot's file. */
  answerConsent(message: MessageView, index: number, accept: boolean): Promise<Outcome>;
}

const away: Outcome = { kind: 'unreachable', code: 'The sandbox did not answer' };

export const createCardActions = (
  store: Store<State>,
  api: Api,
  dialogs: DialogActions,
  signInWindow = openSignInWindow,
): CardActions => {
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
    how: Pick<Press, 'trigger' | 'state'> = {},
  ): Promise<InvokeResult | undefined> => {
    try {
      const result = await api.press({
        as: store.get().me,
        conversation: message.conversationId,
        message: message.id,
        action: { type: 'Action.Execute', ...action },
        ...(kind === 'Action.Submit' && { submit: true }),
        ...how,
      });
      const outcome = outcomeOf(result);
      if (outcome.kind === 'card') replaceCard(message, cardIndex, outcome.card);
      return result;
    } catch {
      return undefined;
    }
  };

  const outcomeFor = (result: InvokeResult | undefined): Outcome =>
    result === undefined ? away : withAnswerTo(outcomeOf(result));

  const withAnswerTo = (outcome: Outcome): Outcome => {
    const { awaited, answer } = store.get();
    return outcome.kind === 'message' && !awaited && answer ? { ...outcome, answer } : outcome;
  };

  return {
    press: async (message, cardIndex, action) => {
      store.update((state) => withAwaited(state, message.conversationId, Date.now()));
      if (action.kind === 'Action.Execute' || !opensDialog(action.data))
        return outcomeFor(await invoke(message, cardIndex, action));
      await dialogs.open(message.conversationId, { kind: 'card', message: message.id, data: action.data });
      return { kind: 'sent' };
    },
    signIn: async (message, cardIndex, action, request) => {
      const { isOpen: _, ...asked } = request;
      const window = await signInWindow(request.url);
      if (window.kind !== 'done') return { kind: 'not-signed-in', why: window.kind, request: asked };
      store.update((state) => withAwaited(state, message.conversationId, Date.now()));
      const result = await invoke(message, cardIndex, action, { state: window.state });
      return result && refusesSignIn(result)
        ? { kind: 'not-signed-in', why: 'refused', request: asked }
        : outcomeFor(result);
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
      await invoke(message, cardIndex, { kind: 'Action.Execute', ...action }, { trigger: 'automatic' });
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
