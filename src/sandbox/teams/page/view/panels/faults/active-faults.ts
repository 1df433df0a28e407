import { html } from '../../html.ts';

interface Props {
  /** A sentence for each. */
  faults: readonly string[];
  onClear(): void;
}

/** What is on now, with one button that ends it all. */
export const ActiveFaults = ({ faults, onClear }: Props) => html`
  <section class="panel-part active-faults" aria-labelledby="active-title">
    <div class="part-head">
      <h3 id="active-title">Active now</h3>
      <button class="small-button" disabled=${faults.length === 0} onClick=${onClear}>Clear all</button>
    </div>
    <div role="status">
      ${
        faults.length === 0
          ? html`<p class="quiet">Nothing: everything works.</p>`
          : html`<ul>${faults.map((fault, index) => html`<li key=${index}>${fault}</li>`)}</ul>`
      }
    </div>
  </section>
`;
