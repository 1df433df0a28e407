import type { AppState, MessageView } from '../../api.ts';

export type Panel = 'settings' | 'inspector' | 'faults' | 'vendor' | 'help';
export type Theme = 'system' | 'light' | 'dark';

/** A message in a conversation that is not open. */
export interface Toast {
  readonly message: MessageView;
  /** The name of the conversation. */
  readonly where: string;
}

/** The state of the page around the conversations; it stays when the reader becomes somebody else. */
export interface Shell {
  /** The open panel at the right. */
  readonly panel: Panel | undefined;
  readonly theme: Theme;
  /** The tour's step, counted from 0; undefined: no tour. */
  readonly tour: number | undefined;
  /** When it began, as ISO text: what was done before that is none of its steps. */
  readonly tourSince: string;
  /** A text on its way into the box of the open conversation. */
  readonly typed: string | undefined;
  /** Oldest first, three at most. */
  readonly toasts: readonly Toast[];
  /** Where the app is installed for this person; undefined while that is not known. */
  readonly app: AppState | undefined;
}

const maxToasts = 3;

export const initialShell: Shell = {
  panel: undefined,
  theme: 'system',
  tour: undefined,
  tourSince: '',
  typed: undefined,
  toasts: [],
  app: undefined,
};

/** A panel's button opens it, and closes it when it is open. */
export const withPanel = (shell: Shell, panel: Panel | undefined): Shell => ({
  ...shell,
  panel: shell.panel === panel ? undefined : panel,
});

/** A new toast pushes out the oldest; a message has one at most. */
export const withToast = (shell: Shell, toast: Toast): Shell => {
  const others = shell.toasts.filter(({ message }) => message.id !== toast.message.id);
  return { ...shell, toasts: [...others, toast].slice(-maxToasts) };
};

export const withoutToasts = (shell: Shell, isGone: (toast: Toast) => boolean): Shell =>
  shell.toasts.some(isGone) ? { ...shell, toasts: shell.toasts.filter((toast) => !isGone(toast)) } : shell;
