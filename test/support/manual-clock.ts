import type { Clock } from '../../src/lib/clock.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** @param ms milliseconds forward, or back when negative */
  advance(ms: number): void;
}

export const createManualClock = (start = Date.parse('2026-03-02T09:00:00.000Z')): ManualClock => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};
