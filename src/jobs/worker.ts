import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, MINUTE } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';

export interface WorkerOptions<Item> {
  /** Stands in the log lines. */
  readonly name: string;
  readonly clock: Clock;
  /** How often it looks for work when nobody wakes it. */
  readonly pollMs: number;
  /** How many items run at once at most. */
  readonly concurrency: number;
  /** Takes at most `limit` items for this worker alone. */
  claim(limit: number): Promise<readonly Item[]>;
  /** Does one item to its end, which it writes down itself; a throw is logged and hurts no other item. */
  handle(item: Item): Promise<void>;
  readonly log: Log;
}

export interface Worker {
  start(): void;
  /** There may be work: look now. Before `start` and after `stop` nothing happens. */
  wake(): void;
  /** Claims nothing more; resolves when all that was claimed has ended. */
  stop(): Promise<void>;
}

/** The loop that jobs and the outbox share: claim, run side by side, claim again as places free up. */
export const createWorker = <Item>(options: WorkerOptions<Item>): Worker => {
  const { concurrency, pollMs } = options;
  const log = options.log.with({ kind: options.name });
  // Whoever wakes the loop may stand inside an open transaction; the loop must not inherit it.
  const outside = AsyncLocalStorage.snapshot();
  const running = new Set<Promise<void>>();
  let started = false;
  let asked = false;
  let backingOff = false;
  let failures = 0;
  let claiming: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const run = async (item: Item): Promise<void> => {
    const began = options.clock.now();
    try {
      await options.handle(item);
      log.debug('worker item ended', { ms: options.clock.now() - began });
    } catch (error) {
      log.error('worker item failed', { error, ms: options.clock.now() - began });
    }
  };

  const launch = (item: Item): void => {
    const task = run(item).finally(() => {
      running.delete(task);
      pump();
    });
    running.add(task);
  };

  const claimOnce = async (): Promise<void> => {
    await turn(); // What ends in one moment is followed by one claim.
    asked = false;
    const limit = concurrency - running.size;
    try {
      const items = await options.claim(limit);
      failures = 0;
      items.forEach(launch);
      asked ||= items.length >= limit;
    } catch (error) {
      failures += 1;
      backingOff = true;
      log.error('worker cannot claim', { error, count: failures });
    }
    lookLater();
  };

  /** One claim at a time; a wake that comes during it leaves `asked` set and so leads to another. */
  const pump = (): void => {
    if (!started || !asked || backingOff || claiming || running.size >= concurrency) return;
    claiming = claimOnce().finally(() => {
      claiming = undefined;
      pump();
    });
  };

  const look = (): void => {
    backingOff = false;
    asked = true;
    pump();
  };

  const lookLater = (): void => {
    clearTimeout(timer);
    if (!started) return;
    timer = setTimeout(look, Math.min(pollMs * 2 ** failures, Math.max(pollMs, MINUTE))).unref();
  };

  return {
    start: () => {
      if (started) return;
      started = true;
      outside(look);
    },
    wake: () => {
      asked = true;
      outside(pump);
    },
    stop: async () => {
      started = false;
      clearTimeout(timer);
      await claiming;
      await Promise.all(running);
    },
  };
};
