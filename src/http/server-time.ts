import type { Clock } from '../lib/clock.ts';

/** What time it is elsewhere, by the Date header of the answers that come in. */
export interface ServerTime {
  heard(date: string | undefined): void;
  /** How far our clock is ahead of the server that answered last, in milliseconds, to a second; undefined before any has. */
  ahead(): number | undefined;
}

/** @param elapsed milliseconds that nobody sets, for what has passed since an answer */
export const createServerTime = (clock: Clock, elapsed: () => number = () => performance.now()): ServerTime => {
  let begin: number | undefined;
  return {
    heard(date) {
      const theirs = Date.parse(date ?? '');
      if (!Number.isNaN(theirs)) begin = theirs - elapsed();
    },
    ahead: () => (begin === undefined ? undefined : clock.now() - (begin + elapsed())),
  };
};
