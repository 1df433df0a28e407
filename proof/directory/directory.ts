import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openEnvironment } from './environment.ts';

const RUNS_PER_ENVIRONMENT = 200;

/**
 * Generated directories and policies: people join and leave groups, and groups in groups, between the card and the press; Graph breaks,
 * throttles, refuses or stops after half a list; what was read before is of any age. Nobody decides or requests by a group that they are
 * not in at that moment, or that cannot be read, and `policy explain` says what a model of the documents says.
 */
export const directoryProof: Proof = {
  name: 'directory',
  says: 'nobody decides by a group of the directory that they are not in',
  short: { runs: 40, seed: 5 },
  runs: 2_000,
  prove: (options) =>
    proveOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store) => openEnvironment(store, options.seed),
    }),
};
