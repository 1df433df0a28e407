import type { Steward } from './steward.ts';
import { cardOf } from './story.ts';

const STEP_MS = 500;
const EVERY_MS = 50;

/** Waits while the clock of bot and sandbox runs ten times as fast, so that what takes seconds there is over sooner. */
export const withFastClock = async <T>(s: Pick<Steward, 'clock'>, wait: () => Promise<T>): Promise<T> => {
  const timer = setInterval(() => s.clock.advance(STEP_MS), EVERY_MS);
  try {
    return await wait();
  } finally {
    clearInterval(timer);
  }
};

type After<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never;

/** `cardOf` for a story in which pauses of the clock lie before the card. */
export const fastCardOf =
  (s: Steward) =>
  (...what: After<typeof cardOf>): ReturnType<typeof cardOf> =>
    withFastClock(s, () => cardOf(s, ...what));
