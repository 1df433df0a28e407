import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 150;

/**
 * Extensions approved, denied and withdrawn, removals, restarts and lost answers in any order, at a service that takes what
 * follows an assignment and at one that does not: access ends at the latest approved end, not sooner and not later.
 */
export const extensionProof: Proof = {
  name: 'access-14',
  runs: 5_000,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, seed, (run, words) => complain({ run, at, words })),
    });
  },
};
