import type { Proof } from '../../proof.ts';
import { runOnStores } from '../../run-on-stores.ts';
import { openMeterEnvironment } from './environment.ts';

/** Runs on one environment. */
const RUNS_PER_ENVIRONMENT = 50;

/**
 * What translations cost is known before they go out, no budget is ever passed, and the ledger is never below what was
 * charged: with lost answers, refusals, several processes, and a process that is killed in the midst of it.
 */
export const meter: Proof = {
  name: 'translation-3',
  runs: 200,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, kind) =>
        openMeterEnvironment(store, kind, { seed, complain: (run, words) => complain({ run, at: kind, words }) }),
    });
  },
};
