import type { Proof } from '../../proof.ts';
import { diceOf } from '../../run-on-stores.ts';
import { randomEvent } from './event.ts';
import { sizeViolations } from './invariants.ts';

/** Events, one of fifty as great as the client takes. */
const EVENTS = 5_000;

/** Whatever the vendor lists: every card is valid and under Teams' limit, cuts nothing in two, and counts what it leaves out. */
export const size: Proof = {
  name: 'health-7',
  runs: EVENTS,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      for (const words of sizeViolations(randomEvent(diceOf(seed, run)))) complain({ run, at: 'one event', words });
    }
    return runs;
  },
};
