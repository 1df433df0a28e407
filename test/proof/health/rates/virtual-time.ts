import { setImmediate as turn } from 'node:timers/promises';
import type { After } from '../../../../src/lib/clock.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

/** Time that moves only when everything waits for it: a run is as quick as its work, and its moments are exact. */
export interface VirtualTime {
  readonly clock: ManualClock;
  readonly after: After;
  /** Goes from timer to timer until `over` says so. */
  run(over: () => boolean): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** What hops from promise to promise rests for no longer than so many turns of the event loop. */
const QUIET_TURNS = 4;

/** @param isBusy whether something is under way that does not wait for time, as a query */
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
