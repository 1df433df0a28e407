import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';
import { viewers } from './people.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 500;

/**
 * Cards in every state under every policy, in the eyes of everybody: whatever button a person sees is not refused when it is pressed,
 * everybody sees the state, and in a large conversation or an older client the shared card brings all of it.
 */
export const views: Proof = {
  name: 'views',
  says: 'nobody sees a button that is refused, and everybody sees the state',
  short: { runs: 40, seed: 6 },
  runs: 2_000,
  async prove(options) {
    const { seed, complain, tell } = options;
    const made = await runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, seed, (run, words) => complain({ run, at, words })),
    });
    tell?.(`${viewers.length} people at each card`);
    return made;
  },
};
