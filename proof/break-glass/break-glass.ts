import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 150;

/**
 * Uses of break-glass by named people and others, alone and two at once, reviews by everybody, lost answers, restarts and changes
 * of the policy: one use at a time for a person, each skipped approver told once, and nobody reviews their own.
 */
export const breakGlassProof: Proof = {
  name: 'access-09',
  runs: 3_000,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, seed, (run, words) => complain({ run, at, words })),
    });
  },
};
