import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * Reviews of people with grants of Steward's and of others, answered by several at once, under policies that change, restarts, lost
 * answers of the service and access that ends or is made anew meanwhile: what somebody decided to remove goes and nothing else.
 */
export const reviewsProof: Proof = {
  name: 'access/reviews',
  runs: 1_000,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, seed, (run, words) => complain({ run, at, words })),
    });
  },
};
