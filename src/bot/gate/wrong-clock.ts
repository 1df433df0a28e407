import type { ServerTime } from '#platform/http/exchange.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';

/** The checks that a valid request fails when our clock is wrong. */
const TIMELY: ReadonlySet<string> = new Set(['expiry', 'not-before', 'timestamp']);

/** The gate allows five minutes: a smaller difference is not the cause. */
const WRONG_MS = 4 * MINUTE;
const QUIET_MS = HOUR;

export interface WrongClock {
  /** Called for each refusal, with the name of its check. */
  refused(check: string): void;
  /** @param listener gets the milliseconds by which our clock is ahead, at most once an hour */
  onFound(listener: (aheadMs: number) => void): void;
}

interface WrongClockDeps {
  readonly time: ServerTime;
  readonly log: Log;
  /** A monotonic clock, in milliseconds. */
  readonly elapsed?: () => number;
}

/**
 * Reports when requests are refused because our clock is wrong: otherwise nobody sees why the bot does not answer. A replayed
 * old token is not reported, because the clocks agree then.
 */
export const createWrongClock = ({ time, log, elapsed = () => performance.now() }: WrongClockDeps): WrongClock => {
  const listeners: ((aheadMs: number) => void)[] = [];
  let quietUntil = Number.NEGATIVE_INFINITY;
  return {
    refused(check) {
      const aheadMs = time.ahead();
      if (!TIMELY.has(check) || aheadMs === undefined || Math.abs(aheadMs) < WRONG_MS || elapsed() < quietUntil) return;
      quietUntil = elapsed() + QUIET_MS;
      log.error('the clock is wrong', { reason: check, ms: Math.round(aheadMs) });
      for (const listener of listeners) listener(aheadMs);
    },
    onFound: (listener) => listeners.push(listener),
  };
};
