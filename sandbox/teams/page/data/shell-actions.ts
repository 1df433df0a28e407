import type { SignOn } from '../../api.ts';
import { whyNot } from './ask.ts';
import { readMemory, writeMemory } from './browser-memory.ts';
import { type Panel, type Shell, type Theme, withoutToasts, withPanel } from './shell.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import type { ToolsApi } from './tools-api.ts';

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
  /** Each change of the app or of a person answers why it did not happen; undefined: it did. */
  /** @param where `team`, `personal`, or the id of a place with members of its own */
  install(where: string, installed: boolean): Promise<string | undefined>;
  /** Whether the channel's moderation lets no bot post. */
  moderate(channel: string, moderated: boolean): Promise<string | undefined>;
  permit(readsChannelMessages: boolean): Promise<string | undefined>;
  speak(locale: string): Promise<string | undefined>;
  /** How this person is signed in to Teams. */
  signOn(signOn: SignOn): Promise<string | undefined>;
}

const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
};

const beginTour = (): string => {
  const now = new Date().toISOString();
  writeMemory('tour-since', now);
  return now;
};

export const createShellActions = (store: Store<State>, tools: ToolsApi): ShellActions => {
  const update = (change: (shell: Shell) => Shell) =>
    store.update((state) => ({ ...state, shell: change(state.shell) }));
  const me = () => store.get().me;

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
    install: (where, installed) => whyNot(tools.install(me(), where, installed)),
    moderate: (channel, moderated) => whyNot(tools.moderate(me(), channel, moderated)),
    permit: (reads) => whyNot(tools.permit(me(), reads)),
    speak: (locale) => whyNot(tools.speak(me(), locale)),
    signOn: (signOn) => whyNot(tools.signOn(me(), signOn)),
  };
};
