import type { Proof } from '../../proof.ts';
import { diceOf } from '../../run-on-stores.ts';
import { randomEvent } from './event.ts';
import { sizeViolations } from './invariants.ts';

/** Events, one in fifty as large as the client accepts. */
const EVENTS = 5_000;

/** For all events every card is valid, within Teams' limit, splits no character or address, and counts what it leaves out. */
export const size: Proof = {
  name: 'health-7',
  says: 'whatever the vendor lists, its cards are valid, under the limit, and cut nothing in two',
  short: { runs: 25, seed: 3 },
  runs: EVENTS,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      for (const words of sizeViolations(randomEvent(diceOf(seed, run)))) complain({ run, at: 'one event', words });
    }
    return runs;
  },
};
