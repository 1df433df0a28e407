import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * People sign in to approve: in time and late, as themselves and as others, in two browsers, twice, for another request, with codes
 * and tokens of any age, while the policy changes and Steward restarts. Every press is compared with a model, and nothing is lost.
 */
export const signInProof: Proof = {
  name: 'sign-in',
  says: 'a vote counts with a sign-in of its person for it, young, strong and unused, and with no other',
  short: { runs: 12, seed: 3 },
  runs: 1_000,
  prove: (options) =>
    proveOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store) => openEnvironment(store, options.seed),
    }),
};
