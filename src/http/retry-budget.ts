import { type Clock, MINUTE } from '../lib/clock.ts';

const FLOOR_PER_MINUTE = 10;
const PER_SUCCESS = 0.1;
const MOST = 100;

export interface RetryBudget {
  succeeded(host: string): void;
  /** Takes one retry out of the host's budget; false when there is none left. */
  spend(host: string): boolean;
}

/**
 * Retries of a host are a tenth of what succeeded there, and ten a minute besides, so that a host that is down is not
 * pushed under by everybody's retries while a quiet one still gets them.
 */
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
