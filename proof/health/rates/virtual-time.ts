import { setImmediate as turn } from 'node:timers/promises';
import type { After } from '../../../src/platform/lib/clock.ts';
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
