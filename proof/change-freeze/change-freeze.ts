import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * Approvals, new requests, revocations, freezes and their ends at the same moment, in two engines on one store: of each two that
 * exclude each other one comes first, every card says so, and nothing is stuck.
 */
export const changeFreeze: Proof = {
  name: 'change-freeze',
  says: 'of a freeze and an approval at the same moment one comes first, and all cards agree',
  short: { runs: 12, seed: 3 },
  runs: 1_000,
  prove: (options) =>
    proveOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store) => openEnvironment(store, options.seed),
    }),
};
