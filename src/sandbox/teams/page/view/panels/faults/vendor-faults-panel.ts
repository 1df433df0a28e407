import type { State } from '../../../data/state.ts';
import { toolsApi } from '../../../data/tools-api.ts';
import { vendorChoices, vendorFaultWords, vendorTargets } from '../../../text/vendor-fault-words.ts';
import { html } from '../../html.ts';
import { Panel } from '../panel.ts';
import { ActiveFaults } from './active-faults.ts';
import { FaultForm } from './fault-form.ts';
import { useFaults } from './use-faults.ts';
import { VendorClock } from './vendor-clock.ts';
import { VendorIncident } from './vendor-incident.ts';

/** Troubles between the bot and the vendor, an incident at the vendor, and its clock. */
export const VendorFaultsPanel = ({ state, onClose }: { state: State; onClose(): void }) => {
  const { faults, problem, change } = useFaults(state.me);
  const vendor = faults?.vendor;
  return html`
    <${Panel} title="Faults of the vendor" onClose=${onClose}>
      <p class="panel-intro">Let the vendor’s service fail, an incident happen, or time pass there.</p>
      <p class="problem" role="alert">${problem}</p>
      ${faults && !vendor && html`<p class="panel-empty">No vendor sandbox runs beside this one.</p>`}
      ${
        vendor &&
        html`
          <div>
            <${ActiveFaults}
              faults=${vendor.faults.map(vendorFaultWords)}
              onClear=${() => change(toolsApi.troubleVendor({ clear: true }))}
            />
            <${FaultForm}
              title="When the bot calls the vendor"
              choices=${vendorChoices}
              targets=${vendorTargets}
              lasting
              onStart=${(fault: object) => change(toolsApi.troubleVendor(fault))}
            />
            <${VendorIncident} botName=${state.world.bot.name} change=${change} />
            <${VendorClock} clock=${vendor.clock} onAdvance=${(ms: number) => change(toolsApi.advanceClock(ms))} />
          </div>
        `
      }
    </${Panel}>
  `;
};
