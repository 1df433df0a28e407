import type { Panel } from '../../data/shell.ts';
import { unreadTotal } from '../../data/state.ts';
import { Count } from '../count.ts';
import { html, type ViewProps } from '../html.ts';
import { BoltIcon, ChatIcon, CloudIcon, HelpIcon, InspectIcon, SettingsIcon } from '../icons.ts';

const tools: readonly { panel: Panel; label: string; icon: () => unknown }[] = [
  { panel: 'inspector', label: 'Inspector', icon: InspectIcon },
  { panel: 'faults', label: 'Faults', icon: BoltIcon },
  { panel: 'vendor', label: 'Vendor', icon: CloudIcon },
  { panel: 'settings', label: 'Settings', icon: SettingsIcon },
  { panel: 'help', label: 'Help', icon: HelpIcon },
];

/** Left of everything, below on a phone: back to the chats, and the panels for whoever builds or watches the bot. */
export const AppBar = ({ state, session }: ViewProps) => {
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
