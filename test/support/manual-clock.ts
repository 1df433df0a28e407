import type { Clock } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { isWorking } from './store-invariants.ts';
import { until } from './until.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** @param ms milliseconds forward, or back when negative */
  advance(ms: number): void;
}

export const createManualClock = (start = Date.parse('2026-03-02T09:00:00.000Z')): ManualClock => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};

/** A store with the clock that its jobs and messages go by. */
interface Timed {
  readonly database: { readonly db: Db };
  readonly clock: ManualClock;
}

/** Like `until`, while time goes on by steps; not while a job works, whose lease would run out by our haste alone. */
export const untilLater = (
  { database, clock }: Timed,
  stepMs: number,
  what: string,
  look: () => boolean | Promise<boolean>,
): Promise<void> =>
  until(what, async () => {
    if (!(await isWorking(database.db, clock.now()))) clock.advance(stepMs);
    return look();
  });
