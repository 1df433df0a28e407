import { isQuiet } from '../support/store-laws.ts';
import type { Fleet } from './fleet/fleet.ts';

const NUDGE_MS = 700;
const PAUSE_MS = 120;
/** Two processes on one file, with a hundred things to do, take their time. */
const PATIENCE_MS = 60_000;

/** Waits until nothing is left to do; time goes faster meanwhile, so that holds and pauses are over soon. */
export const comeToRest = async (fleet: Fleet, advance: Fleet['advance']): Promise<void> => {
  let nudged = Date.now();
  const look = async (): Promise<boolean> => {
    if (await fleet.inStore(isQuiet)) return true;
    if (Date.now() - nudged > PAUSE_MS) {
      nudged = Date.now();
      await advance(NUDGE_MS);
    }
    return false;
  };
  await fleet.until('everything at rest', look, PATIENCE_MS);
};
