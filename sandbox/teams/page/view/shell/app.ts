import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../data/session.ts';
import type { Panel } from '../../data/shell.ts';
import { type State, unreadTotal } from '../../data/state.ts';
import type { Store } from '../../data/store.ts';
import { Conversation } from '../conversation/conversation.ts';
import { Dialog } from '../dialog/dialog.ts';
import { html, type ViewProps } from '../html.ts';
import { BoltIcon, ChatIcon, CloudIcon, HelpIcon, InspectIcon, SettingsIcon } from '../icons.ts';
import { ConnectorFaultsPanel, VendorFaultsPanel } from '../panels/faults-panels.ts';
import { HelpPanel, useShortcuts } from '../panels/help-panel.ts';
import { InspectorPanel } from '../panels/inspector-panel.ts';
import { SettingsPanel } from '../panels/settings-panel.ts';
import { Count } from '../parts.ts';
import { Tour } from '../tour/tour.ts';
import { Rail } from './rail.ts';
import { Toasts } from './toasts.ts';

const tools: readonly { panel: Panel; label: string; icon: () => unknown }[] = [
  { panel: 'inspector', label: 'Inspector', icon: InspectIcon },
  { panel: 'faults', label: 'Faults', icon: BoltIcon },
  { panel: 'vendor', label: 'Vendor', icon: CloudIcon },
  { panel: 'settings', label: 'Settings', icon: SettingsIcon },
  { panel: 'help', label: 'Help', icon: HelpIcon },
];

/** Left of everything, below on a phone: back to the chats, and the panels for whoever builds or watches the bot. */
const AppBar = ({ state, session }: ViewProps) => {
  const { panel } = state.shell;
  const unread = unreadTotal(state);
  return html`
    <nav class="app-bar" aria-label="App bar" data-region>
      <button
        class="app-bar-button"
        aria-current=${panel ? undefined : 'page'}
        onClick=${() => session.shell.togglePanel(undefined)}
      >
        <${ChatIcon} />
        <span>Chat</span>
        ${unread > 0 && html`<${Count} of=${unread} what="unread" />`}
      </button>
      ${tools.map(
        (tool) => html`
          <button
            key=${tool.panel}
            class="app-bar-button"
            data-tour=${tool.panel}
            aria-expanded=${tool.panel === panel}
            onClick=${() => session.shell.togglePanel(tool.panel)}
          >
            <${tool.icon} />
            <span>${tool.label}</span>
          </button>
        `,
      )}
    </nav>
  `;
};

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
