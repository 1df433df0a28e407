import { type EventState, eventState } from './event-state.ts';
import type { Script } from './script.ts';

/** An event after its first stage, with its current state. */
export interface ReportedEvent {
  readonly seq: number;
  readonly script: Script;
  readonly state: EventState;
}

/** The event of a row; undefined before its first stage. */
export const reportedEvent = (
  row: { readonly seq: number; readonly told_at: number; readonly script: string },
  now: number,
): ReportedEvent | undefined => {
  const script = JSON.parse(row.script) as Script;
  const state = eventState(script, row.told_at, now);
  return state && { seq: row.seq, script, state };
};
