import type { State } from '../../data/state.ts';
import { html } from '../html.ts';

/** What went wrong with a post, above the box that it was written in: the end of the list may be far away. */
export const TroubleLine = ({ state }: { state: State }) => {
  const troubles = state.notices.filter(
    ({ trouble, conversationId, rootId }) => trouble && conversationId === state.open && rootId === undefined,
  );
  return html`<div role="alert">${troubles.map(({ text }) => html`<p class="notice trouble">${text}</p>`)}</div>`;
};
