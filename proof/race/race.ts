import { runInBatches } from '../batches.ts';
import type { Proof } from '../proof.ts';
import { openRaceEnvironment } from './environment.ts';
import { tallyViolations } from './invariants.ts';
import { raceOf } from './plan.ts';

/** Many press in the same moment, in two processes on one store: one of them decides, all the others are told so. */
export const race: Proof = {
  name: 'race',
  says: 'a race between people, two processes and the deadline has one winner',
  short: { runs: 8, seed: 4, on: 'postgres' },
  runs: 10_000,
  async prove(options) {
    const clock = { deadline: 0, people: 0 };
    const made = await runInBatches(options, {
      size: 60,
      runsPerEnvironment: 15,
      plan: (run, place) => raceOf(options.seed, run, place),
      open: (store) => openRaceEnvironment(store.url, options.seed, clock),
    });
    for (const words of tallyViolations(clock)) options.complain({ run: made, at: 'all stores', words });
    options.tell?.(`with ${clock.deadline + clock.people} deadlines, of which ${clock.deadline} came first`);
    return made;
  },
};
