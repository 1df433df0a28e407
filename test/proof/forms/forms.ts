import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openFormEnvironment } from './environment.ts';

/** Two people in one thread, a hundred times, and each time the bot goes in the middle. */
const RUNS = 100;
const RUNS_PER_ENVIRONMENT = 25;

/** What people type into a form while the bot restarts: nothing is mixed up, nothing is lost. */
export const forms: Proof = {
  name: 'forms',
  runs: RUNS,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, kind) =>
        openFormEnvironment(store, {
          seed,
          complain: (run, { ending, at }, words) =>
            complain({ run, at: `${kind}, page ${at + 1}, ${'where' in ending ? ending.where : ending.kind}`, words }),
        }),
    });
  },
};
