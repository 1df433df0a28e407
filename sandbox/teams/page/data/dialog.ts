import type { DialogAnswer, DialogSource } from '../../api.ts';
import type { Api } from './api-client.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

/** A Teams dialog while it is open. */
export interface Dialog {
  /** Tells a late answer to a dialog that was closed from one to this dialog. */
  readonly id: number;
  readonly source: DialogSource;
  readonly conversation: string;
  readonly title: string;
  /** The card or the sentence in the dialog; undefined before the first answer. */
  readonly shown?: Extract<DialogAnswer, { kind: 'card' | 'message' }>;
  /** Whether the bot is being waited for. */
  readonly busy: boolean;
  /** The error of the bot's last answer, for a developer; the content of the dialog stays. */
  readonly trouble?: string | undefined;
}

/** Cards that a submitted message action left for the person's own next message. */
export interface Composed {
  readonly conversation: string;
  readonly cards: readonly unknown[];
}

/** What is on the screen after an answer: the dialog in its next state, cards to send, or nothing any more. */
interface AfterAnswer {
  readonly dialog?: Dialog;
  readonly composed?: Composed;
}

const withBusy = (dialog: Dialog): Dialog => ({ ...dialog, busy: true, trouble: undefined });

const afterAnswer = (dialog: Dialog, answer: DialogAnswer): AfterAnswer => {
  const answered: Dialog = { ...dialog, busy: false, trouble: undefined };
  switch (answer.kind) {
    case 'card':
      return { dialog: { ...answered, title: answer.title, shown: answer } };
    case 'message':
      return { dialog: { ...answered, shown: answer } };
    case 'failed':
      return { dialog: { ...answered, trouble: answer.reason } };
    case 'compose':
      return { composed: { conversation: dialog.conversation, cards: answer.cards } };
    case 'closed':
      return {};
  }
};

/** Whether a button's data make it open a dialog instead of sending a message. */
export const opensDialog = (data: unknown): boolean =>
  (data as { msteams?: { type?: unknown } } | null | undefined)?.msteams?.type === 'task/fetch';

type Size = Extract<DialogAnswer, { kind: 'card' }>['width'];

/** As Teams reads the words: a share of the window. */
const shares = { small: 20, medium: 50, large: 60 } as const;

/**
 * The style of a dialog: how wide the bot wants it, and how high if it says so in pixels. A word for the height is left to
 * the card, which is as high as it is; the style sheet keeps all of it readable and inside the window.
 */
export const dialogSize = ({ width, height }: { width?: Size; height?: Size }): string => {
  const wide = typeof width === 'number' ? `${width}px` : width && `${shares[width]}vw`;
  const high = typeof height === 'number' && `${height}px`;
  return [wide && `--dialog-width: ${wide}`, high && `--dialog-height: ${high}`].filter(Boolean).join(';');
};

/** All that a reader can do with a Teams dialog. */
export interface DialogActions {
  /** Shows the dialog at once, and in it what the bot answers. */
  open(conversation: string, source: DialogSource): Promise<void>;
  /** Sends what a button of the dialog's card carries, with the card's inputs. */
  submit(data: unknown): Promise<void>;
  /** Shows an error in the dialog, with the reason for developers. */
  fail(reason: string): void;
  close(): void;
  /** Removes the cards that a dialog left for the person's next message: they were sent, or are not needed. */
  dropComposed(): void;
}

export const createDialogActions = (store: Store<State>, api: Api): DialogActions => {
  let opened = 0;

  /** Whatever is answered to a dialog that was closed in the meantime is nobody's any more. */
  const change = (id: number, next: (dialog: Dialog) => Partial<Pick<State, 'dialog' | 'composed'>>) =>
    store.update((state) => (state.dialog?.id === id ? { ...state, dialog: undefined, ...next(state.dialog) } : state));

  const ask = async (id: number, asking: Promise<DialogAnswer>) => {
    const answer = await asking.catch(
      (error: Error): DialogAnswer => ({ kind: 'failed', reason: `The sandbox: ${error.message}` }),
    );
    change(id, (dialog) => afterAnswer(dialog, answer));
  };

  const closed = (state: State): State => ({ ...state, dialog: undefined });

  return {
    open: (conversation, source) => {
      opened += 1;
      const { me, world } = store.get();
      const dialog: Dialog = { id: opened, source, conversation, title: world.app.name, busy: true };
      store.update((state) => ({ ...state, dialog }));
      return ask(dialog.id, api.openDialog(me, source));
    },
    submit: async (data) => {
      const { me, dialog } = store.get();
      if (!dialog || dialog.busy) return;
      change(dialog.id, (open) => ({ dialog: withBusy(open) }));
      await ask(dialog.id, api.submitDialog(me, dialog.source, data));
    },
    fail: (reason) => {
      const { dialog } = store.get();
      if (dialog) change(dialog.id, (open) => afterAnswer(open, { kind: 'failed', reason }));
    },
    close: () => store.update(closed),
    dropComposed: () => store.update((state) => ({ ...state, composed: undefined })),
  };
};
