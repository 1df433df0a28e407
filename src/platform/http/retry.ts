import { type Clock, HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { HttpFailure, HttpRequest, HttpResponse } from './message.ts';

/** The outcome of one try. */
export type Outcome = HttpResponse | HttpFailure;

export const MAX_TRIES = 4;
const MAX_CHARGED_TRIES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** The server says that it did not carry the request out. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);
/** It may have been carried out: only a repeatable request is retried. */
const UNCLEAR: ReadonlySet<number> = new Set([408, 500, 502, 504]);

/** Whether this request may be retried (docs/sources.md, What may be sent again). @param doubt an earlier try may have been carried out */
export const mayRepeat = (retry: HttpRequest['retry'], outcome: Outcome, doubt = false): boolean => {
  if (retry === 'none') return false;
  if ('kind' in outcome && outcome.kind === 'not-sent') return true;
  if ('status' in outcome && REFUSED_FOR_NOW.has(outcome.status)) return retry !== 'unsent-only';
  if (!mayHaveArrived(outcome)) return false;
  // A translator answers 408 while it is being prepared: a retry gets the same answer, and each try may be charged.
  if ('status' in outcome && outcome.status === 408 && retry === 'charged') return false;
  return retry === 'read' || retry === 'same-bytes' || (retry === 'charged' && !doubt);
};

/** The most tries of such a request. */
export const triesOf = (retry: HttpRequest['retry']): number => (retry === 'charged' ? MAX_CHARGED_TRIES : MAX_TRIES);

/** True when the request may have been carried out without our knowing. */
export const mayHaveArrived = (outcome: Outcome): boolean =>
  'status' in outcome ? UNCLEAR.has(outcome.status) : outcome.kind === 'lost';

/** True when the outcome says that this try was not carried out; it says nothing about earlier tries. */
export const deniesArrival = (outcome: Outcome): boolean =>
  'status' in outcome
    ? REFUSED_FOR_NOW.has(outcome.status)
    : outcome.kind === 'not-sent' || outcome.kind === 'throttled';

/** Full jitter, in milliseconds: from 0 to a bound that doubles with each try. */
export const backoff = (attempt: number, random: () => number): number =>
  random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));

const CLOCK_TIME = /^(\d{1,4}):(\d{2}):(\d{2})$/;

/** The milliseconds of a Retry-After header: seconds, 00:00:05, or the end of a date's second. @param unit of a bare number, in milliseconds */
export const retryAfterMs = (header: string | undefined, now: number, unit = 1_000): number | undefined => {
  const value = header?.trim() ?? '';
  if (/^\d{1,13}(?:\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value) * unit);
  const [, hours, minutes, seconds] = CLOCK_TIME.exec(value) ?? [];
  if (seconds !== undefined) return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  const date = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date + 999 - now);
};

/** Every header that asks to wait: of the services' own ones some name the limit in between. */
const WAITS = /^(?:x-(?:ms|vendor)-)?(?:retry-after(-ms)?|ratelimit-.*retry-after|user-quota-resets-after)$/;

/** The longest wait that an answer asks for, in milliseconds. @param headers in lower case @returns undefined where it asks for none */
export const waitOf = (headers: HttpResponse['headers'], now: number): number | undefined => {
  const asked = Object.entries(headers).flatMap(([name, value]) => {
    const header = WAITS.exec(name);
    const values = /[a-z]/i.test(value) ? [value] : value.split(',');
    return header ? values.map((one) => retryAfterMs(one, now, header[1] ? 1 : 1_000) ?? -1) : [];
  });
  const longest = Math.max(-1, ...asked);
  return longest < 0 ? undefined : longest;
};

const FLOOR_PER_MINUTE = 10;
const PER_SUCCESS = 0.1;
const MOST = 100;

interface RetryBudget {
  succeeded(host: string): void;
  /** Takes one retry from the host's budget; false when none is left. */
  spend(host: string): boolean;
}

/** A host gets one retry for ten successful requests, and ten a minute: a host that is down is not overloaded. */
export const createRetryBudget = (clock: Clock): RetryBudget => {
  const hosts = new Map<string, { left: number; at: number }>();
  const current = (host: string): { left: number; at: number } => {
    const now = clock.now();
    const entry = hosts.get(host) ?? { left: FLOOR_PER_MINUTE, at: now };
    const earned = entry.left < FLOOR_PER_MINUTE ? (Math.max(0, now - entry.at) / MINUTE) * FLOOR_PER_MINUTE : 0;
    const left = Math.max(entry.left, Math.min(FLOOR_PER_MINUTE, entry.left + earned));
    const updated = { left, at: now };
    hosts.set(host, updated);
    return updated;
  };
  return {
    succeeded(host) {
      const entry = current(host);
      entry.left = Math.min(MOST, entry.left + PER_SUCCESS);
    },
    spend(host) {
      const entry = current(host);
      if (entry.left < 1) return false;
      entry.left -= 1;
      return true;
    },
  };
};

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
