import type { DialogAnswer, DialogSource } from '../../api.ts';

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

export const withBusy = (dialog: Dialog): Dialog => ({ ...dialog, busy: true, trouble: undefined });

export const afterAnswer = (dialog: Dialog, answer: DialogAnswer): AfterAnswer => {
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
