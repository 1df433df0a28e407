import type { ManualClock } from './manual-clock.ts';

interface ManualTimers {
  readonly after: (ms: number, fn: () => void) => () => void;
  /** Moves the clock forward and runs what falls due on the way, in order, each at its moment. */
  advance(ms: number): Promise<void>;
  /** How many have run so far: what waits without polling runs few. */
  fired(): number;
}

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** Timers of a clock that stands still until a test moves it. */
export const createManualTimers = (clock: ManualClock): ManualTimers => {
  const timers = new Set<Timer>();
  let fired = 0;
  const nextBefore = (end: number): Timer | undefined =>
    [...timers].filter((timer) => timer.at <= end).reduce<Timer | undefined>(sooner, undefined);

  return {
    after(ms, fn) {
      const timer = { at: clock.now() + ms, fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = clock.now() + ms;
      await settled();
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        timers.delete(timer);
        clock.advance(Math.max(0, timer.at - clock.now()));
        fired += 1;
        timer.fn();
        await settled();
      }
      clock.advance(Math.max(0, end - clock.now()));
    },
    fired: () => fired,
  };
};

const sooner = (a: Timer | undefined, b: Timer): Timer => (a && a.at <= b.at ? a : b);

/** Everything that promises still have to say has been said. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
