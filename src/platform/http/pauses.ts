import { type Clock, HOUR } from '#platform/lib/clock.ts';
import type { HttpRequest, HttpResponse } from './message.ts';

/** The longest pause after one answer, whatever it says; then one request finds out the current state. */
const LONGEST_MS = HOUR;

interface Pauses {
  /** After a 429: pauses what the answer says is used up, for so many milliseconds. A longer pause stays. */
  begin(request: HttpRequest, host: string, answer: HttpResponse, ms: number): void;
  /** When this request is free to go (milliseconds since 1970); undefined when it is. An urgent one always is. */
  until(request: HttpRequest, host: string): number | undefined;
}

/** What a 429 keeps back, for every caller: the whole credential on that host, or only the limits that are used up. */
export const createPauses = (clock: Clock): Pauses => {
  const ends = new Map<string, number>();
  return {
    begin(request, host, answer, ms) {
      const now = clock.now();
      for (const [key, end] of ends) if (end <= now) ends.delete(key);
      const end = now + Math.min(ms, LONGEST_MS);
      for (const key of keysOf(request, host, request.limits?.usedUp(answer)))
        ends.set(key, Math.max(ends.get(key) ?? 0, end));
    },
    until(request, host) {
      if (ends.size === 0 || request.urgent) return undefined;
      const found = keysOf(request, host, request.limits?.all).map((key) => ends.get(key) ?? 0);
      const end = Math.max(0, ...found);
      return end > clock.now() ? end : undefined;
    },
  };
};

/** Without a credential there is nothing to pause. */
const keysOf = ({ credential }: HttpRequest, host: string, limits: readonly string[] = ['']): readonly string[] =>
  credential === undefined ? [] : limits.map((limit) => `${credential} ${host} ${limit}`);
