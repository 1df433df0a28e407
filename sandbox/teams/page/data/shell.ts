import type { AppState, MessageView } from '../../api.ts';
import { readMemory, writeMemory } from './browser-memory.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

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

/** What a reader can do around the conversations. */
export interface ShellActions {
  /** What the browser remembers of an earlier visit; the tour begins where there was none. */
  recall(): void;
  /** Opens a panel, or closes it when it is open; undefined closes whichever is. */
  togglePanel(panel: Panel | undefined): void;
  setTheme(theme: Theme): void;
  /** Undefined ends the tour; it does not come again by itself. */
  goTo(step: number | undefined): void;
  /** Puts a text into the box of the open conversation; undefined: it is there. */
  type(text: string | undefined): void;
  dismissToast(messageId: string): void;
}

const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
};

const beginTour = (): string => {
  const now = new Date().toISOString();
  writeMemory('tour-since', now);
  return now;
};

export const createShellActions = (store: Store<State>): ShellActions => {
  const update = (change: (shell: Shell) => Shell) =>
    store.update((state) => ({ ...state, shell: change(state.shell) }));

  return {
    recall: () => {
      const theme = readMemory<Theme>('theme', 'system');
      const tour = readMemory<number | 'over'>('tour', 0);
      const tourSince = readMemory('tour-since', '') || beginTour();
      showTheme(theme);
      update((shell) => ({ ...shell, theme, tour: tour === 'over' ? undefined : tour, tourSince }));
    },
    togglePanel: (panel) => update((shell) => withPanel(shell, panel)),
    setTheme: (theme) => {
      writeMemory('theme', theme);
      showTheme(theme);
      update((shell) => ({ ...shell, theme }));
    },
    goTo: (tour) => {
      writeMemory('tour', tour ?? 'over');
      update((shell) => ({ ...shell, tour, tourSince: shell.tour === undefined ? beginTour() : shell.tourSince }));
    },
    type: (typed) => update((shell) => ({ ...shell, typed })),
    dismissToast: (id) => update((shell) => withoutToasts(shell, ({ message }) => message.id === id)),
  };
};
