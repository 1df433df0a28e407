import { type Clock, HOUR } from '../lib/clock.ts';

export interface Parking {
  /** Nobody uses what the key names for so many milliseconds. A longer park that stands already stays. */
  park(key: string | undefined, ms: number): void;
  /** Moment (milliseconds since 1970) until which it is parked; undefined when it is free. No key is always free. */
  until(key: string | undefined): number | undefined;
}

/** Nobody is kept away for longer by one answer, whatever it says: then one request finds out how it stands. */
const LONGEST_MS = HOUR;

/** What one 429 teaches every caller: the credential rests on that host until Retry-After has passed. */
export const createParking = (clock: Clock): Parking => {
  const parked = new Map<string, number>();
  return {
    park(key, ms) {
      if (key !== undefined) parked.set(key, Math.max(parked.get(key) ?? 0, clock.now() + Math.min(ms, LONGEST_MS)));
    },
    until(key) {
      const end = key === undefined ? undefined : parked.get(key);
      if (key === undefined || end === undefined || end > clock.now()) return end;
      parked.delete(key);
      return undefined;
    },
  };
};
