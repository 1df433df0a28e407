import type { ServerTime } from '../../http/exchange.ts';
import { HOUR, MINUTE } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';

/** The checks that a right turn fails where our clock is wrong. */
const TIMELY: ReadonlySet<string> = new Set(['expiry', 'not-before', 'timestamp']);

/** The gate allows five: less than this is no reason, whatever was refused. */
const WRONG_MS = 4 * MINUTE;
const QUIET_MS = HOUR;

export interface WrongClock {
  /** Hears of each refusal by the name of its check. */
  refused(check: string): void;
  /** @param listener is told by how much our clock is ahead, in milliseconds: once an hour at most */
  onFound(listener: (aheadMs: number) => void): void;
}

export interface WrongClockDeps {
  readonly time: ServerTime;
  readonly log: Log;
  /** Milliseconds that nobody sets. */
  readonly elapsed?: () => number;
}

/**
 * Says so when turns are refused because our clock is wrong: nobody else would see why the bot is silent. An old token that
 * somebody sends once more says nothing, for then the clocks agree.
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
