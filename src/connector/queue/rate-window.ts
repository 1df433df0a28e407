import type { Window } from './limits.ts';

/** Counts the operations of one conversation, or of one tenant, against its windows. */
export interface RateWindow {
  /**
   * The first moment, in milliseconds of the clock, at which one more operation keeps every window; `now` or earlier when free.
   * @param share of each window that it may fill; all of it when absent
   */
  freeAt(windows: readonly Window[], now: number, share?: number): number;
  record(now: number): void;
  /** Counts the newest operation from its end: whenever it reached Teams between start and end, the windows hold. */
  settle(now: number): void;
  /** True when no window can remember anything. */
  idle(windows: readonly Window[], now: number): boolean;
}

export const createRateWindow = (): RateWindow => {
  let stamps: number[] = [];
  const newest = () => stamps.at(-1) ?? Number.NEGATIVE_INFINITY;

  return {
    freeAt(windows, now, share = 1) {
      const kept = Math.max(0, ...windows.map((window) => window.count));
      if (stamps.length > 2 * kept) stamps = stamps.slice(stamps.length - kept);
      const blockedUntil = ({ count, ms }: Window): number =>
        (stamps.at(-Math.max(1, Math.floor(count * share))) ?? Number.NEGATIVE_INFINITY) + ms;
      return Math.max(now, ...windows.map(blockedUntil));
    },
    record(now) {
      stamps.push(now);
    },
    settle(now) {
      stamps[stamps.length - 1] = now;
    },
    idle: (windows, now) => windows.every(({ ms }) => newest() + ms <= now),
  };
};
