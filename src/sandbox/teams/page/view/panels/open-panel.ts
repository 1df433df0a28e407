import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { html } from '../html.ts';
import { ConnectorFaultsPanel } from './faults/connector-faults-panel.ts';
import { VendorFaultsPanel } from './faults/vendor-faults-panel.ts';
import { HelpPanel } from './help-panel.ts';
import { InspectorPanel } from './inspector/inspector-panel.ts';
import { SettingsPanel } from './settings-panel.ts';

const panels = {
  inspector: InspectorPanel,
  faults: ConnectorFaultsPanel,
  vendor: VendorFaultsPanel,
  settings: SettingsPanel,
  help: HelpPanel,
};

/** The panel that the app bar has opened, if any. */
export const OpenPanel = ({ state, session }: { state: State; session: Session }) => {
  const { panel } = state.shell;
  if (!panel) return null;
  const close = () => session.shell.togglePanel(undefined);
  return html`<${panels[panel]} key=${panel} state=${state} session=${session} onClose=${close} />`;
};
