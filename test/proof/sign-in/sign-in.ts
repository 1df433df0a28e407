import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * People sign in to approve: in time and late, as themselves and as others, in two browsers, twice, for another request, with codes
 * and tokens of any age, while the policy changes and Steward restarts. Every press is compared with a model, and nothing is lost.
 */
export const signInProof: Proof = {
  name: 'sign-in',
  runs: 1_000,
  prove: (options) =>
    runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, options.seed, (run, words) => options.complain({ run, at, words })),
    }),
};
