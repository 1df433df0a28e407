import { type EventState, eventState } from './event-state.ts';
import type { Script } from './script.ts';

/** An event that has been heard of, with how far it has come. */
export interface ReportedEvent {
  readonly seq: number;
  readonly script: Script;
  readonly state: EventState;
}

/** What a row stands for at this moment; undefined while nobody has heard of it. */
export const reportedEvent = (
  row: { readonly seq: number; readonly told_at: number; readonly script: string },
  now: number,
): ReportedEvent | undefined => {
  const script = JSON.parse(row.script) as Script;
  const state = eventState(script, row.told_at, now);
  return state && { seq: row.seq, script, state };
};
