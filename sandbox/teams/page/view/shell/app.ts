import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../data/session.ts';
import { type State, unreadTotal } from '../../data/state.ts';
import type { Store } from '../../data/store.ts';
import { Conversation } from '../conversation/conversation.ts';
import { Dialog } from '../dialog/dialog.ts';
import { html, type ViewProps } from '../html.ts';
import { ConnectorFaultsPanel } from '../panels/faults/connector-faults-panel.ts';
import { VendorFaultsPanel } from '../panels/faults/vendor-faults-panel.ts';
import { HelpPanel } from '../panels/help-panel.ts';
import { InspectorPanel } from '../panels/inspector/inspector-panel.ts';
import { SettingsPanel } from '../panels/settings-panel.ts';
import { Tour } from '../tour/tour.ts';
import { AppBar } from './app-bar.ts';
import { Rail } from './rail.ts';
import { Toasts } from './toasts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const panels = {
  inspector: InspectorPanel,
  faults: ConnectorFaultsPanel,
  vendor: VendorFaultsPanel,
  settings: SettingsPanel,
  help: HelpPanel,
};

/** The panel that the app bar has opened, if any. */
const OpenPanel = ({ state, session }: ViewProps) => {
  const { panel } = state.shell;
  if (!panel) return null;
  const close = () => session.shell.togglePanel(undefined);
  return html`<${panels[panel]} key=${panel} state=${state} session=${session} onClose=${close} />`;
};

const useStore = <Value>(store: Store<Value>): Value => {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    const show = () => setValue(() => store.get());
    show();
    return store.subscribe(show);
  }, [store]);
  return value;
};

const titleOf = (state: State): string => {
  const unread = unreadTotal(state);
  const name = state.conversations.find(({ id }) => id === state.open)?.name;
  return `${unread > 0 ? `(${unread}) ` : ''}${name ? `${name} | ` : ''}Steward sandbox`;
};

const skip = (event: MouseEvent) => {
  event.preventDefault();
  document.querySelector<HTMLElement>('main .pane-list')?.focus();
};

/** The whole page: bar, rail with people and conversations, the one that is open, and what is laid over them. */
export const App = ({ store, session }: { store: Store<State>; session: Session }) => {
  const state = useStore(store);
  const title = titleOf(state);
  useShortcuts(store, session);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const classes = ['app', state.drawer && 'drawer-open', state.shell.panel && 'panel-open'];
  return html`
    <div class=${classes.filter(Boolean).join(' ')}>
      <a class="skip-link" href="#messages" onClick=${skip}>Skip to the messages</a>
      <${AppBar} state=${state} session=${session} />
      <${Rail} state=${state} session=${session} />
      <div class="curtain" onClick=${() => session.setDrawer(false)}></div>
      <${Conversation} key=${`${state.me} ${state.open}`} state=${state} session=${session} />
      <${OpenPanel} state=${state} session=${session} />
      <${Dialog} state=${state} session=${session} />
      <${Toasts} state=${state} session=${session} />
      <${Tour} state=${state} session=${session} />
      <p class="visually-hidden" aria-live="polite">${state.announcement}</p>
    </div>
  `;
};
