import type { Notice, State } from '../../data/state.ts';
import { dayLabel, isSameDay } from '../../text/time.ts';
import { html } from '../html.ts';

/** Stands above the first message that others wrote since the reader was here. */
export const NewLine = () =>
  html`<div class="new-line" role="separator" aria-label="New messages"><span>New</span></div>`;

/** The day of `at`, where it is another one than that of the message before (`after`). */
export const DayLine = ({ at, after }: { at: string; after: string | undefined }) =>
  after && isSameDay(at, after)
    ? null
    : html`<div class="day-line" role="separator" aria-label=${dayLabel(at, new Date())}><span>${dayLabel(at, new Date())}</span></div>`;

/** The lines below the messages of a thread, or of a conversation without `rootId`: notices, and who is typing. */
export const Notices = ({ state, rootId }: { state: State; rootId?: string }) => {
  const belongs = (aside: { conversationId: string; rootId?: string }) =>
    aside.conversationId === state.open && aside.rootId === rootId;
  const isHere = (notice: Notice) => belongs(notice) && !(notice.trouble && rootId === undefined);
  return html`
    <div class="asides" role="status">
      ${state.notices.filter(isHere).map((notice) => html`<p class=${notice.trouble ? 'notice trouble' : 'notice'}>${notice.text}</p>`)}
      ${
        state.typing.some(belongs) &&
        html`<p class="typing">${state.world.bot.name} is typing<span class="typing-dots" aria-hidden="true"></span></p>`
      }
    </div>
  `;
};
