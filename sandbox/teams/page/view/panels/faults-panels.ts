import { useState } from 'preact/hooks';
import { toolsApi } from '../../data/api-client.ts';
import {
  activeTroubles,
  connectorChoices,
  connectorTargets,
  invokeChoices,
  vendorChoices,
  vendorFaultWords,
  vendorTargets,
} from '../../text/fault-words.ts';
import { fullTime } from '../../text/format.ts';
import { html } from '../html.ts';
import { ActiveFaults, type FaultControls, FaultForm, useFaults } from './fault-form.ts';
import { Panel, type PanelProps } from './panel.ts';

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

interface IncidentProps {
  botName: string;
  change: FaultControls['change'];
}

/** An incident to watch from its first word to its review: what will happen, and what it takes to see it. */
const VendorIncident = ({ botName, change }: IncidentProps) => {
  const [begun, setBegun] = useState<readonly string[]>([]);
  const start = () => change(toolsApi.startIncident().then(({ trackingId }) => setBegun([...begun, trackingId])));
  return html`
    <section class="panel-part" aria-labelledby="incident-title">
      <h3 id="incident-title">An incident at the vendor</h3>
      <p id="incident-says">
        It begins as a warning in West Europe. After 45 seconds it is an error and affects North Europe as well. After two
        minutes and a quarter it is resolved, and one minute later reviewed. To see it in a channel,
        write <code>@${botName} watch health on payments</code> there.
      </p>
      <button class="button" aria-describedby="incident-says" onClick=${start}>Start an incident</button>
      <p class="quiet" role="status">${begun.length > 0 && `Begun: ${begun.join(', ')}.`}</p>
    </section>
  `;
};

const hour = 3_600_000;
const day = 24 * hour;
const steps = [
  { label: '+1 hour', ms: hour },
  { label: '+1 day', ms: day },
  { label: '+6 days', ms: 6 * day },
];

const aheadWords = (offsetMs: number): string => {
  const hours = Math.round(offsetMs / hour);
  const days = Math.floor(hours / 24);
  const parts = [days > 0 && `${days} d`, hours % 24 > 0 && `${hours % 24} h`].filter(Boolean);
  return parts.length > 0 ? `${parts.join(' ')} ahead of this machine` : 'the same as this machine’s';
};

interface ClockProps {
  clock: { now: string; offsetMs: number };
  onAdvance(ms: number): void;
}

/** The vendor's clock goes forward only: roles end, tokens run out. */
const VendorClock = ({ clock, onAdvance }: ClockProps) => html`
  <section class="panel-part" aria-labelledby="clock-title">
    <h3 id="clock-title">The vendor’s clock</h3>
    <p role="status">${fullTime(clock.now)}<br /><span class="quiet">${aheadWords(clock.offsetMs)}</span></p>
    <div class="button-row">
      ${steps.map(
        ({ label, ms }) =>
          html`<button key=${label} class="small-button" onClick=${() => onAdvance(ms)}>${label}</button>`,
      )}
    </div>
    <p class="quiet">
      The clock only moves forward, and the bot’s clock does not move with it. Roles that end in the skipped time end at the
      vendor, and it refuses new roles that would end before its own time. <code>npm run sandbox:reset</code> sets it back.
    </p>
  </section>
`;

const minute = 60_000;
const service = { minimumActiveMs: 5 * minute, listLagMs: 3 * minute };

const lengthWords = (ms: number): string => (ms % minute === 0 ? `${ms / minute} minutes` : `${ms / 1_000} seconds`);

interface PaceProps {
  pace: { minimumActiveMs: number; listLagMs: number };
}

/** How fast roles come and go here, and at the public service. */
const VendorPace = ({ pace }: PaceProps) => html`
  <section class="panel-part" aria-labelledby="pace-title">
    <h3 id="pace-title">The vendor’s pace</h3>
    <p>
      A role can be removed ${lengthWords(pace.minimumActiveMs)} after it began, and lists of who is eligible lag
      ${' '}${lengthWords(pace.listLagMs)} behind.
    </p>
    ${
      pace.minimumActiveMs < service.minimumActiveMs &&
      html`<p class="quiet">
        Shortened for a quick look: at the public service it is ${lengthWords(service.minimumActiveMs)} and about
        ${' '}${lengthWords(service.listLagMs)}. Start “Removals refused at first” and “Lists lag behind” above to see that.
      </p>`
    }
  </section>
`;

/** Troubles between the bot and the vendor, an incident at the vendor, and its clock. */
export const VendorFaultsPanel = ({ state, onClose }: PanelProps) => {
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
            <${VendorPace} pace=${vendor.pace} />
            <${VendorIncident} botName=${state.world.bot.name} change=${change} />
            <${VendorClock} clock=${vendor.clock} onAdvance=${(ms: number) => change(toolsApi.advanceClock(ms))} />
          </div>
        `
      }
    </${Panel}>
  `;
};
