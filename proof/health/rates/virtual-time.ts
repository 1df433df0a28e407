import { setImmediate as turn } from 'node:timers/promises';
import type { After } from '../../../src/platform/lib/clock.ts';
import type { Database } from '../../../src/platform/storage/database.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';

/** Virtual time advances only when everything waits for it: a run takes only as long as its work, and its times are exact. */
interface VirtualTime {
  readonly clock: ManualClock;
  readonly after: After;
  /** Advances from timer to timer until `over` holds. */
  run(over: () => boolean): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** A chain of promises is idle for at most this many turns of the event loop. */
const QUIET_TURNS = 4;

/** @param isBusy whether work is in progress that does not wait for time, such as a query */
export const createVirtualTime = (isBusy: () => boolean): VirtualTime => {
  const clock = createManualClock();
  const timers = new Set<Timer>();

  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = isBusy() ? 0 : quiet + 1) await turn();
  };
  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (!first || timer.at < first.at) first = timer;
    return first;
  };

  return {
    clock,
    after(ms, fn) {
      const timer = { at: clock.now() + ms, fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async run(over) {
      for (await settled(); !over(); await settled()) {
        const timer = next();
        if (!timer) throw new Error('everything waits, and nothing for time');
        timers.delete(timer);
        clock.advance(Math.max(0, timer.at - clock.now()));
        timer.fn();
      }
    },
  };
};

interface WatchedStore {
  readonly database: Database;
  /** Whether a query or a transaction is under way. */
  isBusy(): boolean;
}

/** A store that reports when it is busy: time must not advance then. */
export const watchStore = (store: Database): WatchedStore => {
  let underWay = 0;
  const counted = async <R>(work: () => Promise<R>): Promise<R> => {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  const executor = store.db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (work, options) => counted(() => provide(work, options));
  return {
    isBusy: () => underWay > 0,
    database: {
      ...store,
      transaction: (work) => counted(() => store.transaction(work)),
      write: (work) => counted(() => store.write(work)),
    },
  };
};
