import type { Clock } from '../../../src/lib/clock.ts';

/** The system's time and so much more; every process of a fleet has one, and all are moved together. */
export interface MovingClock extends Clock {
  /** Milliseconds ahead of the system, from now on. */
  setAhead(ms: number): void;
}

export const createMovingClock = (): MovingClock => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    setAhead: (ms) => {
      ahead = ms;
    },
  };
};
