import { useState } from 'preact/hooks';
import { toolsApi } from '../../../data/tools-api.ts';
import { html } from '../../html.ts';
import type { FaultControls } from './use-faults.ts';

interface Props {
  botName: string;
  change: FaultControls['change'];
}

/** An incident to watch from its first word to its review: what will happen, and what it takes to see it. */
export const VendorIncident = ({ botName, change }: Props) => {
  const [begun, setBegun] = useState<readonly string[]>([]);
  const start = () => change(toolsApi.startIncident().then(({ trackingId }) => setBegun([...begun, trackingId])));
  return html`
    <section class="panel-part" aria-labelledby="incident-title">
      <h3 id="incident-title">An incident at the vendor</h3>
      <p id="incident-says">
        A warning in West Europe at once; after 45 seconds an error, and North Europe as well; well again after two
        minutes and a quarter, reviewed one minute later. To see it, a channel must watch:
        write <code>@${botName} watch health on payments</code> there.
      </p>
      <button class="button" aria-describedby="incident-says" onClick=${start}>Start an incident</button>
      <p class="quiet" role="status">${begun.length > 0 && `Begun: ${begun.join(', ')}.`}</p>
    </section>
  `;
};
