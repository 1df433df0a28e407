import type { Clock } from '../../src/platform/lib/clock.ts';

/** The sandbox's time: the given clock plus an offset that `/__sandbox/clock` moves. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the given clock. */
  readonly offset: () => number;
  readonly moveTo: (offset: number) => void;
  /** The clock that was handed in, for what a caller compares with its own time (Retry-After as a date). */
  readonly callers: Clock;
}

/** @param offset where to start, in milliseconds. */
export const createMovableClock = (callers: Clock, offset: number): MovableClock => {
  let ahead = offset;
  return {
    now: () => callers.now() + ahead,
    offset: () => ahead,
    moveTo: (next) => {
      ahead = next;
    },
    callers,
  };
};
