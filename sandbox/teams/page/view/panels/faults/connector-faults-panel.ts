import { toolsApi } from '../../../data/tools-api.ts';
import {
  activeTroubles,
  connectorChoices,
  connectorTargets,
  invokeChoices,
} from '../../../text/connector-fault-words.ts';
import { html } from '../../html.ts';
import { Panel, type PanelProps } from '../panel.ts';
import { ActiveFaults, FaultForm } from './fault-form.ts';
import { useFaults } from './use-faults.ts';

/** Troubles between Teams and the bot. */
export const ConnectorFaultsPanel = ({ state, onClose }: PanelProps) => {
  const { faults, problem, change } = useFaults(state.me);
  return html`
    <${Panel} title="Faults of Teams" onClose=${onClose}>
      <p class="panel-intro">Let Teams fail, and watch how ${state.world.bot.name} copes.</p>
      <p class="problem" role="alert">${problem}</p>
      <${ActiveFaults}
        faults=${faults ? activeTroubles(faults) : []}
        onClear=${() => change(toolsApi.clearTroubles())}
      />
      <${FaultForm}
        title="When the bot calls Teams"
        choices=${connectorChoices}
        targets=${connectorTargets}
        onStart=${(fault: object) => change(toolsApi.troubleConnector(fault))}
      />
      <${FaultForm}
        title="When a button is pressed"
        choices=${invokeChoices}
        onStart=${(fault: object) => change(toolsApi.troubleInvokes(fault))}
      />
    </${Panel}>
  `;
};
