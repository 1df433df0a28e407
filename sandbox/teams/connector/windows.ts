import { type Clock, HOUR, SECOND } from '../../../src/platform/lib/clock.ts';

interface Window {
  readonly count: number;
  readonly ms: number;
}

/** Teams' rate limits for one bot in one conversation. */
const teamsWindows: readonly Window[] = [
  { count: 7, ms: SECOND },
  { count: 8, ms: 2 * SECOND },
  { count: 60, ms: 30 * SECOND },
  { count: 1_800, ms: HOUR },
];

export interface Windows {
  /** Counts one operation for a key. @returns the wait in ms if a window is full; then nothing is counted */
  take(key: string): number | undefined;
}

/** Sliding windows. */
export const createWindows = (clock: Clock): Windows => {
  const taken = new Map<string, number[]>();
  return {
    take: (key) => {
      const now = clock.now();
      const times = (taken.get(key) ?? []).filter((time) => time > now - HOUR);
      taken.set(key, times);
      const waits = teamsWindows.map(({ count, ms }) => (times.at(-count) ?? Number.NEGATIVE_INFINITY) + ms - now);
      const wait = Math.max(...waits);
      if (wait > 0) return wait;
      times.push(now);
      return undefined;
    },
  };
};
