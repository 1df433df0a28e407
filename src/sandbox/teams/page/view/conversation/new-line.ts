import { html } from '../html.ts';

/** Stands above the first message that others wrote since the reader was here. */
export const NewLine = () =>
  html`<div class="new-line" role="separator" aria-label="New messages"><span>New</span></div>`;
