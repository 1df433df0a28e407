import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, MINUTE } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';

interface WorkerOptions<Item> {
  /** Its name in the log. */
  readonly name: string;
  readonly clock: Clock;
  /** How often it polls for work when nobody wakes it. */
  readonly pollMs: number;
  /** The most items that run at once. */
  readonly concurrency: number;
  /** Claims at most `limit` items for this worker only. */
  claim(limit: number): Promise<readonly Item[]>;
  /** Runs one item, and records its end itself; a throw is logged and does not affect other items. */
  handle(item: Item): Promise<void>;
  readonly log: Log;
}

export interface Worker {
  start(): void;
  /** Polls now, because there may be work. Does nothing before `start` and after `stop`. */
  wake(): void;
  /** Claims nothing more; resolves when all claimed items have ended. */
  stop(): Promise<void>;
}

/** The loop that jobs and the outbox share: claim items, run them concurrently, claim more as they end. */
export const createWorker = <Item>(options: WorkerOptions<Item>): Worker => {
  const { concurrency, pollMs } = options;
  const log = options.log.with({ kind: options.name });
  // The caller of `wake` may have an open transaction; the loop must not inherit it.
  const outside = AsyncLocalStorage.snapshot();
  const running = new Set<Promise<void>>();
  let started = false;
  let wanted = false;
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
    await turn(); // Items that end at the same moment cause one claim.
    wanted = false;
    const limit = concurrency - running.size;
    try {
      const items = await options.claim(limit);
      failures = 0;
      items.forEach(launch);
      wanted ||= items.length >= limit;
    } catch (error) {
      failures += 1;
      backingOff = true;
      log.error('worker cannot claim', { error, count: failures });
    }
    lookLater();
  };

  /** One claim at a time; a wake during it sets `wanted` and so leads to another. */
  const pump = (): void => {
    if (!started || !wanted || backingOff || claiming || running.size >= concurrency) return;
    claiming = claimOnce().finally(() => {
      claiming = undefined;
      pump();
    });
  };

  const poll = (): void => {
    backingOff = false;
    wanted = true;
    pump();
  };

  const lookLater = (): void => {
    clearTimeout(timer);
    if (!started) return;
    timer = setTimeout(poll, Math.min(pollMs * 2 ** failures, Math.max(pollMs, MINUTE))).unref();
  };

  return {
    start: () => {
      if (started) return;
      started = true;
      outside(poll);
    },
    wake: () => {
      wanted = true;
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
