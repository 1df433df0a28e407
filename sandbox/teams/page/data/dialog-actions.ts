import type { DialogAnswer, DialogSource } from '../../api.ts';
import type { Api } from './api-client.ts';
import { afterAnswer, type Dialog, withBusy } from './dialog.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

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
