import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store: its clock goes on by hours with each of them. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * Requests that some of several people must approve, in stages or at once, with people who press on several devices and with second
 * accounts, whoever asks among those who decide, and deciders who leave: each person counts once, and every copy says how far it is.
 */
export const quorumProof: Proof = {
  name: 'access-12',
  says: 'each person counts once on whatever device, and every copy says how far a request is',
  short: { runs: 10, seed: 3 },
  runs: 1_000,
  prove: (options) =>
    proveOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store) => openEnvironment(store, options.seed),
    }),
};
