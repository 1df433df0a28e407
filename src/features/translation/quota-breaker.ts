import { HOUR } from '../../lib/clock.ts';

/** Keeps everybody's requests back once the vendor's free translations are used up (403001). */
export interface QuotaBreaker {
  /** Until when nothing is sent, in milliseconds since 1970; undefined when something may be. */
  closedUntil(now: number): number | undefined;
  usedUp(now: number): void;
  /** The vendor has answered again. */
  reset(): void;
}

/** A request that is refused costs nothing: one in an hour finds out whether the plan was changed meanwhile. */
const LOOK_AGAIN = HOUR;

/** The vendor counts by calendar month; whoever starts anew finds it out with the first request. */
export const createQuotaBreaker = (): QuotaBreaker => {
  let period = 0;
  let lookAt = 0;
  return {
    closedUntil(now) {
      if (now >= period || now >= lookAt) {
        // Only one goes out to look.
        lookAt = now + LOOK_AGAIN;
        return undefined;
      }
      return period;
    },
    usedUp(now) {
      const today = new Date(now);
      period = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
      lookAt = now + LOOK_AGAIN;
    },
    reset() {
      period = 0;
    },
  };
};
