/** The only source of time in the product; tests and the sandbox pass one that they can move. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock for waits and caches: set back, it continues from where it was, so that no wait gets longer. Not for dates. */
export const steady = (clock: Clock): Clock => {
  let last = Number.NEGATIVE_INFINITY;
  let setBackMs = 0;
  return {
    now() {
      const now = clock.now();
      if (now < last) setBackMs += last - now;
      last = now;
      return now + setBackMs;
    },
  };
};

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A moment as it is stored: ISO 8601 in UTC with milliseconds, so that text order is time order. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** Runs `fn` once after so many milliseconds, unless the returned function is called first. Tests pass one that they advance. */
export type After = (ms: number, fn: () => void) => () => void;

export const realAfter: After = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};

/** The result of `work`, or `late()` when it takes longer than so many milliseconds; the work goes on then. */
export const withTimeout = <T>(work: Promise<T>, ms: number, late: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), Math.max(0, ms));
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
};
