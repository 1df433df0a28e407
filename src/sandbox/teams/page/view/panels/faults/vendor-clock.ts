import { fullTime } from '../../../text/time.ts';
import { html } from '../../html.ts';

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

interface Props {
  clock: { now: string; offsetMs: number };
  onAdvance(ms: number): void;
}

/** The vendor's clock goes forward only: roles end, tokens run out. */
export const VendorClock = ({ clock, onAdvance }: Props) => html`
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
      It goes forward only, and the bot’s own clock stays: roles that end in that time end at the vendor, and it refuses
      every new one that is shorter than the time that it is ahead. <code>npm run sandbox:reset</code> sets it back.
    </p>
  </section>
`;
