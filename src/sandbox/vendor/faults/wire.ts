import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import type { FaultTarget } from './fault.ts';
import type { Faults } from './faults.ts';
import { waitingRefusal } from './throttling.ts';

/** The connection is to be closed without an answer. */
export const DROPPED = Symbol('dropped');

/**
 * Runs `effect` between the faults that any operation can meet: those before it, then those that spoil its answer.
 * @param now the caller's time in milliseconds; @param ended cuts a slow answer short when the sandbox stops
 */
export const throughWireFaults = async <T>(
  faults: Faults,
  operation: FaultTarget,
  now: number,
  ended: AbortSignal,
  effect: () => Promise<T>,
): Promise<T | typeof DROPPED> => {
  if (faults.take('reset-before', operation)) return DROPPED;
  const waiting = faults.take('throttle', operation) ?? faults.take('unavailable', operation);
  if (waiting) throw waitingRefusal(waiting, now);
  const refused = faults.take('refuse', operation);
  if (refused)
    throw new Refusal(refused.status, refused.code, refused.message ?? 'The sandbox was told to refuse this.');
  const [slow, dropped] = [faults.take('slow', operation), faults.take('reset-after', operation)];
  try {
    const answer = await effect();
    return dropped ? DROPPED : answer;
  } catch (error) {
    if (dropped) return DROPPED;
    throw error;
  } finally {
    if (slow) await wait(slow.ms, undefined, { signal: ended }).catch(() => {});
  }
};
