import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * Batches of one to twenty lines for several people, some refused by the policy, decided by different people line by line or all at
 * once, withdrawn, under policies that change, at a service that refuses some and loses answers, while the process ends at any
 * transaction: each line ends as if it had been asked for alone.
 */
export const bulkProof: Proof = {
  name: 'access/bulk',
  runs: 1_000,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, seed, (run, words) => complain({ run, at, words })),
    });
  },
};
