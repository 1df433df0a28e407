import type { Proof } from '../../proof.ts';
import { proveOnStores } from '../../prove-on-stores.ts';
import { openMeterEnvironment } from './environment.ts';

/**
 * What translations cost is known before they go out, no budget is ever passed, and the ledger is never below what was
 * charged: with lost answers, refusals, several processes, and a process that is killed in the midst of it.
 */
export const meter: Proof = {
  name: 'translation-3',
  says: 'the meter is never below what was charged and no budget is passed, also after a kill',
  short: { runs: 8, seed: 3, on: 'sqlite' },
  runs: 200,
  prove: (options) =>
    proveOnStores(options, {
      runsPerEnvironment: 50,
      open: (store, kind) => openMeterEnvironment(store.url, kind, options.seed),
    }),
};
