import { dayLabel, isSameDay } from '../../text/time.ts';
import { html } from '../html.ts';

/** The day of `at`, where it is another one than that of the message before (`after`). */
export const DayLine = ({ at, after }: { at: string; after: string | undefined }) =>
  after && isSameDay(at, after)
    ? null
    : html`<div class="day-line" role="separator" aria-label=${dayLabel(at, new Date())}><span>${dayLabel(at, new Date())}</span></div>`;
