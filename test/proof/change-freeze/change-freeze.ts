import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * Approvals, new requests, revocations, freezes and their ends at the same moment, in two engines on one store: of each two that
 * exclude each other one comes first, every card says so, and nothing is stuck.
 */
export const changeFreeze: Proof = {
  name: 'change-freeze',
  runs: 1_000,
  prove: (options) =>
    runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, options.seed, (run, words) => options.complain({ run, at, words })),
    }),
};
